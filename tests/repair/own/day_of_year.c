/* The number of a day in its year. */

static const int days_in_month[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

static int is_leap(int year)
{
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 0;
    return year % 4 == 0;
}

int day_of_year(int year, int month, int day)
{
    int number = day;
    for (int m = 1; m < month; m++)
        number += days_in_month[m - 1];
    if (month > 1 && is_leap(year))
        number++;
    return number;
}
