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
    long tm_gmtoff;
    const char *tm_zone;
};

static struct tm broken_down;

static int is_leap(long long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Only the nine standard members are written. Local time is UTC. */
struct tm *gmtime_r(const long *time, struct tm *out)
{
    static const int lengths[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    long long days = *time / 86400;
    long rest = *time % 86400;
    long long year = 1970;
    int month = 0;
    int length;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    out->tm_hour = (int)(rest / 3600);
    out->tm_min = (int)(rest / 60 % 60);
    out->tm_sec = (int)(rest % 60);
    out->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
    out->tm_isdst = 0;
    /* Whole cycles of 400 years first. */
    year += days / 146097 * 400;
    days %= 146097;
    while (days < 0) {
        year--;
        days += is_leap(year) ? 366 : 365;
    }
    while (days >= (is_leap(year) ? 366 : 365)) {
        days -= is_leap(year) ? 366 : 365;
        year++;
    }
    out->tm_year = (int)(year - 1900);
    out->tm_yday = (int)days;
    length = 31;
    while (days >= length) {
        days -= length;
        month++;
        length = lengths[month] + (month == 1 && is_leap(year));
    }
    out->tm_mon = month;
    out->tm_mday = (int)days + 1;
    return out;
}

struct tm *localtime_r(const long *time, struct tm *out)
{
    return gmtime_r(time, out);
}

struct tm *gmtime(const long *time)
{
    return gmtime_r(time, &broken_down);
}

struct tm *localtime(const long *time)
{
    return gmtime_r(time, &broken_down);
}
