// find: safe function=weekday
// input: day=-8
// input: day=2147483647
// input: day=-2147483648
static const char names[7][4] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

/* The remainder of a negative number is negative. */
int weekday(int day)
{
    int index = day % 7;
    if (index < 0)
        index += 7;
    return names[index][0];
}
