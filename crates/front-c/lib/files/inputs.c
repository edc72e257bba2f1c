/* The length of a file whose contents are an input; -1 of any other. Written for each program: see `file_inputs` of the options. */
