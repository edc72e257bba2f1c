/* The day of the year, for a date of an ordinary year; 0 if there is no such date.
   Try: whydunit explain examples/date.c --function day_of_year */
static const int days_before[12] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 };

int day_of_year(int month, int day)
{
    if (month < 0 || month > 12)
        return 0;
    if (day < 1 || day > 31)
        return 0;
    return days_before[month - 1] + day;
}
