"""A judge of solvers: every deal played out with open cards, by rules written again from their text."""
