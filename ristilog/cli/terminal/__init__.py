"""The table in a terminal: drawing takes values and gives text, and only the commands above it print."""
