/* Of a system that has no headers for 32 bits: which of its functions do nothing is not said. */
