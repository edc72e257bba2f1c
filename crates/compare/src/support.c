/* What each of two compared programs does to the outside, kept for the comparison. Linked once for each of them, in place of
   the functions of the C library that would end the run or write to standard output. */

int whydunit_ended; /* 1 by exit, 2 by abort */
int whydunit_code;
int whydunit_is_muted;
int whydunit_used;
long long whydunit_log[384];

/* Never defined: a run that calls it is not compared. */
void whydunit_too_much_output(void);
void whydunit_other_stream(void);

void whydunit_exit(int code)
{
    whydunit_ended = 1;
    whydunit_code = code;
}

void whydunit_abort(void)
{
    whydunit_ended = 2;
}

void whydunit_record(long long item)
{
    if (whydunit_is_muted)
        return;
    if (whydunit_used >= 384)
        whydunit_too_much_output();
    whydunit_log[whydunit_used] = item;
    whydunit_used = whydunit_used + 1;
}

void whydunit_text(const char *text)
{
    if (!text)
        text = "(null)";
    while (*text) {
        whydunit_record((unsigned char)*text);
        text = text + 1;
    }
}

void whydunit_float(long long form, double value)
{
    whydunit_record(form);
    whydunit_record(*(long long *)&value);
}

void whydunit_select(const void *stream, const void *out, const void *error)
{
    if (stream != out && stream != error)
        whydunit_other_stream();
    whydunit_is_muted = stream != out;
}

int whydunit_fputc(int c, const void *stream, const void *out, const void *error)
{
    whydunit_select(stream, out, error);
    whydunit_record((unsigned char)c);
    whydunit_is_muted = 0;
    return (unsigned char)c;
}

/* Arguments of which only the number matters are stored as numbers. */
int whydunit_int(const char *argument)
{
    return *(const int *)argument;
}

long whydunit_long(const char *argument)
{
    return *(const long *)argument;
}

long long whydunit_long_long(const char *argument)
{
    return *(const long long *)argument;
}

/* Inputs that are asked for. Both programs get the same, each from the beginning. */

int whydunit_asked;
int whydunit_position;
int whydunit_at_end;
int whydunit_scanned;
int whydunit_is_stuck;

void whydunit_many_inputs(void);
void whydunit_pushed_back(void);

long long whydunit_next(const long long *values)
{
    if (whydunit_asked >= 16)
        whydunit_many_inputs();
    whydunit_asked = whydunit_asked + 1;
    return values[whydunit_asked - 1];
}

int whydunit_getchar(const unsigned char *bytes, const int *length)
{
    if (whydunit_position >= *length) {
        whydunit_at_end = 1;
        return -1;
    }
    whydunit_position = whydunit_position + 1;
    return bytes[whydunit_position - 1];
}

int whydunit_ungetc(const unsigned char *bytes, int c)
{
    if (c == -1)
        return -1;
    if (whydunit_position == 0 || bytes[whydunit_position - 1] != (unsigned char)c)
        whydunit_pushed_back();
    whydunit_position = whydunit_position - 1;
    whydunit_at_end = 0;
    return (unsigned char)c;
}

int whydunit_feof(void)
{
    return whydunit_at_end;
}

void whydunit_clearerr(void)
{
    whydunit_at_end = 0;
}

void whydunit_scan(void)
{
    whydunit_scanned = 0;
    whydunit_is_stuck = 0;
}

void whydunit_scan_int(const long long *numbers, const int *count, int *to)
{
    if (whydunit_is_stuck)
        return;
    if (whydunit_position >= *count) {
        whydunit_is_stuck = 1;
        whydunit_at_end = 1;
        return;
    }
    *to = (int)numbers[whydunit_position];
    whydunit_position = whydunit_position + 1;
    whydunit_scanned = whydunit_scanned + 1;
}

void whydunit_scan_long(const long long *numbers, const int *count, long long *to)
{
    if (whydunit_is_stuck)
        return;
    if (whydunit_position >= *count) {
        whydunit_is_stuck = 1;
        whydunit_at_end = 1;
        return;
    }
    *to = numbers[whydunit_position];
    whydunit_position = whydunit_position + 1;
    whydunit_scanned = whydunit_scanned + 1;
}

int whydunit_scan_result(void)
{
    return whydunit_is_stuck && whydunit_scanned == 0 ? -1 : whydunit_scanned;
}

void whydunit_scan_float(const long long *numbers, const int *count, float *to)
{
    int before = whydunit_scanned;
    long long value = 0;
    whydunit_scan_long(numbers, count, &value);
    if (whydunit_scanned > before)
        *to = (float)value;
}

void whydunit_scan_double(const long long *numbers, const int *count, double *to)
{
    int before = whydunit_scanned;
    long long value = 0;
    whydunit_scan_long(numbers, count, &value);
    if (whydunit_scanned > before)
        *to = (double)value;
}

static int whydunit_is_space(int c)
{
    return c == ' ' || (9 <= c && c <= 13);
}

void whydunit_scan_space(const unsigned char *bytes, const int *length)
{
    while (whydunit_position < *length && whydunit_is_space(bytes[whydunit_position]))
        whydunit_position = whydunit_position + 1;
    if (whydunit_position >= *length)
        whydunit_at_end = 1;
}

void whydunit_scan_char(const unsigned char *bytes, const int *length, char *to)
{
    int c;
    if (whydunit_is_stuck)
        return;
    c = whydunit_getchar(bytes, length);
    if (c == -1) {
        whydunit_is_stuck = 1;
        return;
    }
    *to = (char)c;
    whydunit_scanned = whydunit_scanned + 1;
}

void whydunit_scan_word(const unsigned char *bytes, const int *length, char *to, int most)
{
    int count = 0;
    if (whydunit_is_stuck)
        return;
    whydunit_scan_space(bytes, length);
    if (whydunit_position >= *length) {
        whydunit_is_stuck = 1;
        return;
    }
    while (count < most) {
        if (whydunit_position >= *length) {
            whydunit_at_end = 1;
            break;
        }
        if (whydunit_is_space(bytes[whydunit_position]))
            break;
        to[count] = (char)bytes[whydunit_position];
        count = count + 1;
        whydunit_position = whydunit_position + 1;
    }
    to[count] = 0;
    whydunit_scanned = whydunit_scanned + 1;
}
