/* A version is three numbers with dots between them.

   The fault: nothing stops a fourth part. The check belongs where a part ends,
   before it is kept. */

extern char __VERIFIER_nondet_char(void);

#define PARTS 3
#define TEXT_SIZE 10

/* Returns how many parts there are, or 0. */
static int parse(const char *text, unsigned char *parts)
{
    int count = 0;
    int value = 0;
    int digits = 0;
    int i;

    for (i = 0; i < TEXT_SIZE; i++) {
        char c = text[i];

        if (c >= '0' && c <= '9') {
            value = value * 10 + (c - '0');
            digits++;
            if (value > 255)
                return 0;
        } else if (c == '.' || c == '\0') {
            if (digits == 0)
                return 0;
            parts[count] = (unsigned char)value; /* FAULT: not checked, should be done only if count < PARTS */
            count++;
            value = 0;
            digits = 0;
            if (c == '\0')
                return count;
        } else {
            return 0;
        }
    }
    return 0;
}

int main(void)
{
    char text[TEXT_SIZE];
    unsigned char parts[PARTS];
    int i;

    for (i = 0; i < TEXT_SIZE; i++)
        text[i] = __VERIFIER_nondet_char();
    return parse(text, parts);
}
