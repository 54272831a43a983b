"""A made-up game that stands in a folder of the tests: nobody in the house has ever heard of it."""
