long time(long *);
extern int errno;

struct timeval {
    long tv_sec;
    long tv_usec;
};

struct timespec {
    long tv_sec;
    long tv_nsec;
};

int gettimeofday(struct timeval *now, void *zone)
{
    (void)zone;
    now->tv_sec = time(0);
    now->tv_usec = 0;
    return 0;
}

int clock_gettime(int clock, struct timespec *now)
{
    (void)clock;
    now->tv_sec = time(0);
    now->tv_nsec = 0;
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *rest)
{
    if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec > 999999999) {
        errno = 22;
        return -1;
    }
    if (rest) {
        rest->tv_sec = 0;
        rest->tv_nsec = 0;
    }
    return 0;
}
