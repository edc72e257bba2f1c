/* Words are set in lines of a fixed width, one blank between two words, and
   the lines are kept one behind the other, each filled up with blanks.

   The fault: whether a word still fits is asked without the blank before it. */

extern int __VERIFIER_nondet_int(void);

#define WIDTH 7
#define LINES 3
#define LONGEST 5

struct page {
    char lines[LINES][WIDTH];
    int line;   /* the one that is filled */
    int column; /* the next free place in it */
};

static void start(struct page *page)
{
    page->line = 0;
    page->column = 0;
}

static void fill_up(struct page *page)
{
    while (page->column < WIDTH) {
        page->lines[page->line][page->column] = ' ';
        page->column++;
    }
}

/* Goes to the next line; 0 when there is none. */
static int break_line(struct page *page)
{
    fill_up(page);
    if (page->line + 1 >= LINES)
        return 0;
    page->line++;
    page->column = 0;
    return 1;
}

static void put(struct page *page, char c)
{
    page->lines[page->line][page->column] = c;
    page->column++;
}

static int set_word(struct page *page, const char *word, int length)
{
    int i;

    if (page->column + length > WIDTH) { /* FAULT: page->column + length > WIDTH, should be page->column + length >= WIDTH */
        if (!break_line(page))
            return 0;
    }
    if (page->column > 0)
        put(page, ' ');
    for (i = 0; i < length; i++)
        put(page, word[i]);
    return 1;
}

/* Reads a word of letters; returns its length. */
static int read_word(char *word)
{
    int length = __VERIFIER_nondet_int();
    int i;

    if (length < 1 || length > LONGEST)
        return 0;
    for (i = 0; i < length; i++)
        word[i] = (char)('a' + i);
    return length;
}

int main(void)
{
    struct page page;
    char word[LONGEST];
    int words = 0;
    int length;

    start(&page);
    while ((length = read_word(word)) > 0) {
        if (!set_word(&page, word, length))
            break;
        words++;
        if (words == 6)
            break;
    }
    fill_up(&page);
    return words;
}
