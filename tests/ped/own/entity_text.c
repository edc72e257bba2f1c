/* Text goes into a page in pieces; what would be markup is written by name.

   The fault: a name takes four places, and the limit leaves three. */

extern char __VERIFIER_nondet_char(void);

#define TEXT_SIZE 8
#define PIECE_SIZE 9

static int pieces;
static int written;

static void send(const char *piece, int length)
{
    int i;

    for (i = 0; i < length; i++)
        written += piece[i] != ' ';
    pieces++;
}

static int add_name(char *piece, int at, char first)
{
    piece[at] = '&';
    at++;
    piece[at] = first;
    at++;
    piece[at] = 't';
    at++;
    piece[at] = ';';
    at++;
    return at;
}

static void put_text(const char *text, int length)
{
    char piece[PIECE_SIZE];
    int limit = PIECE_SIZE - 2; /* FAULT: PIECE_SIZE - 2, should be PIECE_SIZE - 3 */
    int i = 0;

    while (i < length) {
        int at = 0;

        while (i < length && at < limit) {
            if (text[i] == '<') {
                at = add_name(piece, at, 'l');
            } else if (text[i] == '>') {
                at = add_name(piece, at, 'g');
            } else {
                piece[at] = text[i];
                at++;
            }
            i++;
        }
        send(piece, at);
    }
}

int main(void)
{
    char text[TEXT_SIZE];
    int i;

    for (i = 0; i < TEXT_SIZE; i++)
        text[i] = __VERIFIER_nondet_char();
    put_text(text, TEXT_SIZE);
    return pieces;
}
