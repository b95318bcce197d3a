"""Everything checked, one verdict: form, pack, seed, play, claims; and how verdicts are reported."""
