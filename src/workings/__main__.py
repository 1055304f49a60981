"""`python -m workings`."""

from workings.doors.cli import run

if __name__ == "__main__":
    run()
