void *memset(void *, int, size_t);

typedef struct {
    unsigned long words[1024 / (8 * sizeof(unsigned long))];
} sigset_t;

static unsigned long bit_of(int number)
{
    return 1UL << (unsigned)(number - 1) % (8 * sizeof(unsigned long));
}

static int word_of(int number)
{
    return (number - 1) / (int)(8 * sizeof(unsigned long));
}

int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    memset(set, 255, sizeof *set);
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (number < 1 || number > 64)
        return -1;
    set->words[word_of(number)] |= bit_of(number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (number < 1 || number > 64)
        return -1;
    set->words[word_of(number)] &= ~bit_of(number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (number < 1 || number > 64)
        return -1;
    return (set->words[word_of(number)] & bit_of(number)) != 0;
}

/* Signals come only from raise: there is nothing to block. */
int sigprocmask(int how, const sigset_t *set, sigset_t *before)
{
    (void)how;
    (void)set;
    if (before)
        sigemptyset(before);
    return 0;
}

int sigpending(sigset_t *set)
{
    return sigemptyset(set);
}
