/* Settings are read as `name = "value"`. The name and the value are kept in
   one buffer, each with its terminator; in a value a backslash keeps its
   meaning unless it stands before the closing quote.

   The fault: of a backslash and the character behind it only the first is
   checked. The check is missing between the two writes, or the one at the
   start of each round must leave room for both. */

extern char __VERIFIER_nondet_char(void);

#define BUFFER_SIZE 7

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static char skip_blanks(void)
{
    char c;

    do {
        c = __VERIFIER_nondet_char();
    } while (is_blank(c));
    return c;
}

/* Reads the name and its terminator; returns the place behind it, or 0. */
static int read_name(char *buffer, int last, char *stopped)
{
    int at = 0;
    char c = skip_blanks();

    for (;;) {
        if (at == last) {
            buffer[at] = '\0';
            return 0;
        }
        if (c == '=' || is_blank(c))
            break;
        buffer[at] = c;
        at++;
        c = __VERIFIER_nondet_char();
    }
    buffer[at] = '\0';
    *stopped = c;
    return at + 1;
}

/* Reads the value from behind its first quote; returns 1 when it fits. */
static int read_value(char *buffer, int at, int last, char quote)
{
    char c;

    for (;;) {
        c = __VERIFIER_nondet_char();
        if (at == last) { /* FAULT: at == last, should be at >= last - 1 */
            buffer[at] = '\0';
            return 0;
        }
        if (c == '\\') {
            c = __VERIFIER_nondet_char();
            if (c != quote) {
                buffer[at] = '\\';
                at++;
            }
        } else if (c == quote) {
            break;
        }
        buffer[at] = c;
        at++;
    }
    buffer[at] = '\0';
    return 1;
}

static int read_setting(char *buffer, int size)
{
    int last = size - 1;
    char c = 0;
    int at = read_name(buffer, last, &c);

    if (at == 0)
        return 0;
    while (is_blank(c))
        c = __VERIFIER_nondet_char();
    if (c != '=')
        return 0;
    c = skip_blanks();
    if (c != '"' && c != '\'')
        return 0;
    return read_value(buffer, at, last, c);
}

int main(void)
{
    char buffer[BUFFER_SIZE];

    return read_setting(buffer, BUFFER_SIZE);
}
