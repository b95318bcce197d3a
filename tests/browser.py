"""The Chromium of the tests: ``python -m tests.browser`` says which one it is and installs one where there is none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

VARIABLE = "RISTILOG_CHROMIUM"
NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
ADVICE = (
    f"Install Chromium so that it is on PATH as one of {', '.join(NAMES)}, name one in the environment variable "
    f"{VARIABLE}, or run `{sys.executable} -m playwright install chromium`."
)


def executable() -> str | None:
    """The path for Playwright's ``executable_path``; None means the Chromium that Playwright itself has downloaded.

    RuntimeError, with advice, if there is neither. Not to be called while Playwright's synchronous API is in use.
    """
    if named := os.environ.get(VARIABLE):
        path = shutil.which(named)
        if path is None or version(path) is None:
            raise RuntimeError(f"{VARIABLE} is {named}, which is no Chromium that runs.")
        return path
    for name in NAMES:
        path = shutil.which(name)
        if path is not None and version(path) is not None:
            return path
    with sync_playwright() as playwright:
        if Path(playwright.chromium.executable_path).exists():
            return None
    raise RuntimeError(f"No Chromium for the tests. {ADVICE}")


def version(path: str) -> str | None:
    """What a browser says when asked for its version, None if it does not run (Ubuntu's stand-in for a snap)."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip()


def describe(path: str | None) -> str:
    """One line about what `executable` found."""
    return "Chromium: Playwright's own" if path is None else f"Chromium: {path} ({version(path)})"


def apt() -> list[list[str]]:
    """The commands that install Debian's Chromium, none where there is no apt-get or nobody to run it."""
    if shutil.which("apt-get") is None:
        return []
    if os.geteuid() == 0:
        start = []
    elif shutil.which("sudo") is not None:
        start = ["sudo", "-n"]
    else:
        return []
    start += ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    return [[*start, "update"], [*start, "install", "-y", "--no-install-recommends", "chromium"]]


def run(commands: list[list[str]]) -> None:
    """Commands one after the other, until one fails; only that one's output is shown."""
    for command in commands:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            print(f"{done.stdout}{' '.join(command)}: exit status {done.returncode}", file=sys.stderr)
            return


def main() -> None:
    """Find a Chromium or install one: Debian's where there is apt-get, and Playwright's where that does not help."""
    ways = [
        ("Debian's, with apt-get", apt()),
        ("Playwright's own", [[sys.executable, "-m", "playwright", "install", "chromium"]]),
    ]
    for way, commands in ways:
        try:
            print(describe(executable()))
        except RuntimeError:
            if os.environ.get(VARIABLE):
                raise  # whoever names one wants that one
        else:
            return
        if commands:
            print(f"Chromium: none found, installing {way}", flush=True)
            run(commands)
    print(describe(executable()))


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as fault:
        sys.exit(str(fault))
