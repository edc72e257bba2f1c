/* Counts the lines, words and characters of standard input. */
#include <stdio.h>

struct counts {
    int lines, words, characters;
    int in_word;
};

static int is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

static void count(struct counts *counts, int c)
{
    counts->characters++;
    if (c == '\n')
        counts->lines++;
    if (is_space(c)) {
        counts->in_word = 0;
    } else if (counts->in_word) {
        counts->in_word = 1;
        counts->words++;
    }
}

int main(void)
{
    struct counts counts = { 0, 0, 0, 0 };
    int c;
    while ((c = getchar()) != EOF)
        count(&counts, c);
    printf("%d %d %d\n", counts.lines, counts.words, counts.characters);
    return 0;
}
