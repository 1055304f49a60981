"""`python -m workings`."""

from workings.doors.cli import main

if __name__ == "__main__":
    main()
