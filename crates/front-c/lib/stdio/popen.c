extern int errno;
_Bool __whydunit_outside_popen(int);

/* Whether a process can be started is an input. What it would do is not known: a run in which there is one ends there. */
FILE *popen(const char *command, const char *mode)
{
    if (*command && *mode && __whydunit_outside_popen(0))
        __whydunit_unsupported("a process that can be started");
    errno = *command && *mode ? 12 : 22;
    return 0;
}
