#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { int key; int count; };

static struct item table[16];
static int used;

static struct item *find(int key)
{
    for (int i = 0; i < used; i++)
        if (table[i].key == key)
            return &table[i];
    return NULL;
}

static void add(int key)
{
    struct item *it = find(key);
    if (it == NULL) {
        it = &table[used++];
        it->key = key;
        it->count = 0;
    }
    it->count++;
}

static int largest(void)
{
    int best = 0;
    for (int i = 1; i < used; i++)
        if (table[i].count > table[best].count)
            best = i;
    return table[best].key;
}

int main(int argc, char **argv)
{
    const char *text = argc > 1 ? argv[1] : "a quick brown fox";
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        add(text[i] % 13);
    printf("%d keys\n", used);
    printf("largest: %d\n", largest());
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return 1;
    strcpy(copy, text);
    puts(copy);
    free(copy);
    return 0;
}
