"""Choosing plays."""
