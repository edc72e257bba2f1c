long time(long *);

struct timespec {
    long tv_sec;
    long tv_nsec;
};

int timespec_get(struct timespec *now, int base)
{
    now->tv_sec = time(0);
    now->tv_nsec = 0;
    return base;
}

int clock_getres(int clock, struct timespec *resolution)
{
    (void)clock;
    if (resolution) {
        resolution->tv_sec = 0;
        resolution->tv_nsec = 1;
    }
    return 0;
}
