/* A field of a table is written with its quotes doubled.

   The fault: the space is checked once for each character, but a quote takes
   two. The check belongs before the second write as well, or must leave room
   for two. */

extern char __VERIFIER_nondet_char(void);

#define OUT_SIZE 6
#define QUOTE '"'

/* Returns the length, or -1 when the field does not fit. */
static int quote_field(char *out, int size)
{
    int used = 0;
    int last = size - 1;
    char c;

    for (;;) {
        c = __VERIFIER_nondet_char();
        if (used == last) { /* FAULT: used == last, should be used >= last - 1 */
            out[used] = '\0';
            return -1;
        }
        if (c == '\0')
            break;
        if (c == QUOTE) {
            out[used] = QUOTE;
            used++;
        }
        out[used] = c;
        used++;
    }
    out[used] = '\0';
    return used;
}

int main(void)
{
    char out[OUT_SIZE];

    return quote_field(out, OUT_SIZE) < 0;
}
