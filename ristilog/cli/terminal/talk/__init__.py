"""The conversation in which a game is recorded: a line that was typed, what it does, and what is said to it."""
