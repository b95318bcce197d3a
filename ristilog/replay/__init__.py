"""Log → facts: the shuffle, positions, what is legal and why not, scoring, and the replay of a deal; all pure."""
