void (*signal(int, void (*)(int)))(int);
void *memset(void *, int, size_t);

struct sigaction {
    void (*handler)(int);
    unsigned long mask[1024 / (8 * sizeof(unsigned long))];
    int flags;
    void (*restorer)(void);
};

int sigaction(int number, const struct sigaction *wanted, struct sigaction *before)
{
    void (*handler)(int) = signal(number, wanted ? wanted->handler : 0);
    if (handler == (void (*)(int))-1)
        return -1;
    if (!wanted)
        signal(number, handler);
    if (before) {
        memset(before, 0, sizeof *before);
        before->handler = handler;
    }
    return 0;
}
