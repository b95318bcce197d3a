"""Replay + words + notes → files: the pages, the replay documents, the player."""
