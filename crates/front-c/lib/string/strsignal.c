static const char *const names[] = {
    "Unknown signal 0", "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap",
    "Aborted", "Bus error", "Floating point exception", "Killed", "User defined signal 1",
    "Segmentation fault", "User defined signal 2", "Broken pipe", "Alarm clock", "Terminated",
};

char *strsignal(int number)
{
    return (char *)(number > 0 && number < 16 ? names[number] : "Unknown signal");
}
