/* Minutes after midnight of a time such as "7:05" or "23:59"; -1 if it is none. */

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *number(const char *text, int *value)
{
    const char *start = text;
    *value = 0;
    while (is_digit(*text) && text - start < 2) {
        *value = 10 * *value + (*text - '0');
        text++;
    }
    return text == start ? 0 : text;
}

int minutes(const char *text)
{
    int hour, minute;
    text = number(text, &hour);
    if (text == 0 || *text != ':')
        return -1;
    text = number(text + 1, &minute);
    if (text == 0 || *text != '\0')
        return -1;
    if (hour > 23 && minute > 59)
        return -1;
    return 60 * hour + minute;
}
