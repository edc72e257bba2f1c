long __whydunit_outside_time(void);

long time(long *at)
{
    long now = __whydunit_outside_time();
    if (at)
        *at = now;
    return now;
}
