struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
};

struct tm *gmtime_r(const long *, struct tm *);

/* Days from 1970-01-01 to the first of a month; years are counted from March. */
static long long days_before(long long year, int month)
{
    long long y = month < 2 ? year - 1 : year;
    long long m = month < 2 ? month + 10 : month - 2;
    long long cycle = (y >= 0 ? y : y - 399) / 400;
    long long in_cycle = y - cycle * 400;
    return cycle * 146097 + in_cycle * 365 + in_cycle / 4 - in_cycle / 100 + (153 * m + 2) / 5 -
           719468;
}

long mktime(struct tm *time)
{
    long long year = 1900LL + time->tm_year + time->tm_mon / 12;
    int month = time->tm_mon % 12;
    long seconds;
    if (month < 0) {
        month += 12;
        year--;
    }
    seconds = (long)((days_before(year, month) + time->tm_mday - 1) * 86400 +
                     time->tm_hour * 3600LL + time->tm_min * 60LL + time->tm_sec);
    gmtime_r(&seconds, time);
    return seconds;
}

long timegm(struct tm *time)
{
    return mktime(time);
}
