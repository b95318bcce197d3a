"""What is said of verdicts, in the formats that people and their tools read; reporters by name."""
