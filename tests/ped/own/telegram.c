/* A telegram is taken down without its line breaks; `+` stands for the next
   character as a sign, `/` before a line break continues the line.

   The fault: the check tests the column, which starts again on each line, and
   not the place in the text. */

extern char __VERIFIER_nondet_char(void);

#define TEXT_SIZE 5

int main(void)
{
    char text[TEXT_SIZE];
    int used = 0;   /* place in the text */
    int column = 0; /* characters of this line */
    char c;

    while ((c = __VERIFIER_nondet_char()) != '\0') {
        if (c == '/') {
            if ((c = __VERIFIER_nondet_char()) == '\0')
                break;
            if (c == '\n') {
                column = 0;
                continue;
            }
        }
        if (column >= TEXT_SIZE - 1) /* FAULT: column, should be used */
            break;
        text[used] = c;
        used++;
        column++;
        if (c == '\n')
            column = 0;
    }
    text[used] = '\0';
    return text[0];
}
