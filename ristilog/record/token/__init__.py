"""A game as one line of text, to be sent, printed or put into a link: docs/token.md says what is in it."""

from ristilog.record.token.content import PREFIX
from ristilog.record.token.read import Tokened, read_token
from ristilog.record.token.write import write_token

__all__ = ["PREFIX", "Tokened", "read_token", "write_token"]
