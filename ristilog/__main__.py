"""``python -m ristilog``: the same as the command ``ristilog``."""

from ristilog.cli.main import main

main()
