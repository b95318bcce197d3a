"""Ristilog: the record, the referee and the teacher of Ristikontra.

>>> import ristilog
>>> log = ristilog.simulate("ristikontra", "docs", deals=1)
>>> ristilog.verify(log).verdict
'good'
"""

from typing import TYPE_CHECKING, Any

from ristilog.format.events import stream
from ristilog.format.read import Reading, read
from ristilog.format.write import canonical_log, game_hash, pretty, record_hash
from ristilog.game.errors import Refused, RistilogError, UnreadableInput
from ristilog.game.findings import CODES, Finding
from ristilog.game.log import Deal, GameLog, Play, Trick
from ristilog.game.ruleset import PRESETS, Ruleset, resolve
from ristilog.referee.replayed import replay
from ristilog.referee.verify import Verdict, verify
from ristilog.replay.legality import legal_actions, why_not
from ristilog.replay.shuffle import commitment, deal_out, deal_seed, shuffled
from ristilog.replay.state import Position
from ristilog.replay.steps import DealSteps

__all__ = [
    "CODES",
    "PRESETS",
    "Deal",
    "DealSteps",
    "Finding",
    "GameLog",
    "Play",
    "Position",
    "Reading",
    "Recorder",
    "Refused",
    "RistilogError",
    "Ruleset",
    "Trick",
    "UnreadableInput",
    "Verdict",
    "analyse_deal",
    "annotate",
    "canonical_log",
    "commitment",
    "deal_out",
    "deal_seed",
    "estimate",
    "fill",
    "game_hash",
    "legal_actions",
    "pretty",
    "read",
    "read_notation",
    "read_token",
    "record_hash",
    "replay",
    "resolve",
    "shuffled",
    "simulate",
    "solve",
    "stream",
    "verify",
    "why_not",
    "write_notation",
    "write_token",
]


if TYPE_CHECKING:
    from ristilog.record.annotate import annotate
    from ristilog.record.fill import fill
    from ristilog.record.notation import read_notation, write_notation
    from ristilog.record.recorder import Recorder
    from ristilog.record.simulate import simulate
    from ristilog.record.token import read_token, write_token
    from ristilog.teach.analysis.deal import analyse_deal
    from ristilog.teach.solver.estimate import estimate
    from ristilog.teach.solver.exact import solve

    __version__: str
else:
    _MADE_IN = {
        "analyse_deal": "teach.analysis.deal",
        "annotate": "record.annotate",
        "estimate": "teach.solver.estimate",
        "fill": "record.fill",
        "read_notation": "record.notation",
        "read_token": "record.token",
        "Recorder": "record.recorder",
        "simulate": "record.simulate",
        "solve": "teach.solver.exact",
        "write_notation": "record.notation",
        "write_token": "record.token",
    }

    def __getattr__(name: str) -> Any:
        """Bring in what only some programs need when it is first asked for (PEP 562)."""
        if name == "__version__":
            from importlib.metadata import version  # reading the installed metadata takes longer than verifying a log

            return version("ristilog")
        if name in _MADE_IN:
            from importlib import import_module

            return getattr(import_module(f"ristilog.{_MADE_IN[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
