"""Making logs: simulated matches, and what a hand-written log lacks."""
