/* Sales of the weeks from first to last, both included. */

static int quantity(const int *sold, int weeks, int week)
{
    if (week < 1 || week > weeks)
        return 0;
    return sold[week - 1];
}

int sales(const int *sold, int weeks, int first, int last)
{
    int total = 0;
    if (first > last) {
        int swap = first;
        first = last;
        last = swap;
    }
    for (int week = first; week < last; week++)
        total += quantity(sold, weeks, week);
    return total;
}
