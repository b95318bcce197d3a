"""Bytes ↔ log: reading with every fault placed, the canonical form and its hashes, the JSON Schema."""
