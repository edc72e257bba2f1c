static FILE files[3] = { { 0 }, { 1 }, { 2 } };

FILE *stdin = &files[0];
FILE *stdout = &files[1];
FILE *stderr = &files[2];
