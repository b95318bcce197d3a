"""A slow second implementation of the rules, written from the prose alone, to check the engine against."""
