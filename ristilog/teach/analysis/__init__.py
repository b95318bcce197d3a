"""What the plays of a deal were worth: with all cards known, and by what each player could know."""
