"""What a name has to be, before anybody says so."""
