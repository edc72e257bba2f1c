/* What each of two compared programs does to the outside, kept for the comparison. Linked once for each of them, in place of
   the functions of the C library that would end the run or write to standard output. */

int whydunit_ended; /* 1 by exit, 2 by abort */
int whydunit_code;
int whydunit_is_muted;
int whydunit_used;
long long whydunit_log[256];

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
    if (whydunit_used >= 256)
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
