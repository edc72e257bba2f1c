#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fifty lines of ordinary C: counts words in a text and prints them in order. */
struct word {
    char text[16];
    int count;
};

static struct word words[64];
static int used;

static struct word *find(const char *text)
{
    for (int i = 0; i < used; i++)
        if (strcmp(words[i].text, text) == 0)
            return &words[i];
    return NULL;
}

static void add(const char *text)
{
    struct word *known = find(text);
    if (known == NULL) {
        known = &words[used++];
        strncpy(known->text, text, sizeof known->text - 1);
        known->count = 0;
    }
    known->count++;
}

static int by_count(const void *left, const void *right)
{
    const struct word *a = left, *b = right;
    if (a->count != b->count)
        return b->count - a->count;
    return strcmp(a->text, b->text);
}

int main(void)
{
    char text[] = "the quick brown fox jumps over the lazy dog and the cat";
    for (char *token = strtok(text, " "); token; token = strtok(NULL, " "))
        add(token);
    qsort(words, used, sizeof words[0], by_count);
    for (int i = 0; i < used; i++)
        printf("%2d %s\n", words[i].count, words[i].text);
    return EXIT_SUCCESS;
}
