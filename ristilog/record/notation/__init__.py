"""The text notation: a game log as one would write it on paper, a line a trick, without loss.

`docs/notation.md` describes it.
"""

from ristilog.record.notation.reading import Notated, read_notation
from ristilog.record.notation.writing import write_notation

__all__ = ["Notated", "read_notation", "write_notation"]
