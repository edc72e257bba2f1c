// find: fails kind=assert line=20 function=check_year
// input: year=1900
// passing input: year=1904
#include <assert.h>

static int days_until(int year)
{
    return (year - 1) * 365 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
}

static int is_leap(int year)
{
    return year % 4 == 0;
}

//@ requires 1583 <= year && year <= 3000;
void check_year(int year)
{
    int days = days_until(year + 1) - days_until(year);
    assert(days == 365 + is_leap(year));
}
