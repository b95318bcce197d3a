"""The nouns of the game and the law's data: cards, seats, rulesets, logs, findings; no input or output."""
