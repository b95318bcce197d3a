"""A built site on this machine alone, to look at."""

import functools
import http.server
from pathlib import Path


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files, says nothing of it, and lets nothing be kept."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def server(folder: Path, port: int) -> http.server.ThreadingHTTPServer:
    """A server of a folder on localhost; port 0 takes any that is free. An OSError if the port is taken."""
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(_Quiet, directory=str(folder)))
