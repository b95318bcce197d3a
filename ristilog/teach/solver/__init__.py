"""What plays are worth, exactly or as far as a player can know, and players that choose by it."""
