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

int sprintf(char *, const char *, ...);
size_t strlen(const char *);
void *memcpy(void *, const void *, size_t);

static const char *const days[7] = { "Sunday",   "Monday", "Tuesday", "Wednesday",
                                     "Thursday", "Friday", "Saturday" };
static const char *const months[12] = { "January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December" };

static char *put(char *to, const char *end, const char *text)
{
    size_t n = strlen(text);
    if (!to || n >= (size_t)(end - to))
        return 0;
    memcpy(to, text, n);
    return to + n;
}

static char *expand(char *to, const char *end, const char *format, const struct tm *time)
{
    char text[64];
    int hour12;
    while (*format && to) {
        const char *composed = 0;
        if (*format != '%') {
            text[0] = *format++;
            text[1] = 0;
            to = put(to, end, text);
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O')
            format++;
        text[0] = 0;
        switch (*format) {
        case 'a': sprintf(text, "%.3s", days[time->tm_wday]); break;
        case 'A': sprintf(text, "%s", days[time->tm_wday]); break;
        case 'b':
        case 'h': sprintf(text, "%.3s", months[time->tm_mon]); break;
        case 'B': sprintf(text, "%s", months[time->tm_mon]); break;
        case 'c': composed = "%a %b %e %H:%M:%S %Y"; break;
        case 'C': sprintf(text, "%02d", (time->tm_year + 1900) / 100); break;
        case 'd': sprintf(text, "%02d", time->tm_mday); break;
        case 'D':
        case 'x': composed = "%m/%d/%y"; break;
        case 'e': sprintf(text, "%2d", time->tm_mday); break;
        case 'F': composed = "%Y-%m-%d"; break;
        case 'H': sprintf(text, "%02d", time->tm_hour); break;
        case 'I':
            hour12 = time->tm_hour % 12;
            sprintf(text, "%02d", hour12 == 0 ? 12 : hour12);
            break;
        case 'j': sprintf(text, "%03d", time->tm_yday + 1); break;
        case 'm': sprintf(text, "%02d", time->tm_mon + 1); break;
        case 'M': sprintf(text, "%02d", time->tm_min); break;
        case 'n': sprintf(text, "\n"); break;
        case 'p': sprintf(text, "%s", time->tm_hour < 12 ? "AM" : "PM"); break;
        case 'r': composed = "%I:%M:%S %p"; break;
        case 'R': composed = "%H:%M"; break;
        case 'S': sprintf(text, "%02d", time->tm_sec); break;
        case 't': sprintf(text, "\t"); break;
        case 'T':
        case 'X': composed = "%H:%M:%S"; break;
        case 'u': sprintf(text, "%d", time->tm_wday == 0 ? 7 : time->tm_wday); break;
        case 'U': sprintf(text, "%02d", (time->tm_yday + 7 - time->tm_wday) / 7); break;
        case 'w': sprintf(text, "%d", time->tm_wday); break;
        case 'W': sprintf(text, "%02d", (time->tm_yday + 7 - (time->tm_wday + 6) % 7) / 7); break;
        case 'y': sprintf(text, "%02d", (time->tm_year + 1900) % 100); break;
        case 'Y': sprintf(text, "%d", time->tm_year + 1900); break;
        case 'z': sprintf(text, "+0000"); break;
        case 'Z': sprintf(text, "UTC"); break;
        case 0: return to;
        default: sprintf(text, *format == '%' ? "%%" : "%%%c", *format); break;
        }
        format++;
        to = composed ? expand(to, end, composed, time) : put(to, end, text);
    }
    return to;
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *time)
{
    char *end;
    if (size == 0)
        return 0;
    *to = 0;
    end = expand(to, to + size, format, time);
    if (!end)
        return 0;
    *end = 0;
    return (size_t)(end - to);
}
