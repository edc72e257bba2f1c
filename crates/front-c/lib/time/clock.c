long __whydunit_outside_clock(void);

long clock(void)
{
    return __whydunit_outside_clock();
}
