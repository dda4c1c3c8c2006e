"""The arguments of the commands; nothing here imports what a command needs to run."""

BAD_INPUT = 2
