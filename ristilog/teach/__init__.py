"""Facts → what can be said and advised about them."""
