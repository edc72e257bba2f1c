#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry { char *key; int value; struct entry *next; } entry;
typedef struct { entry **buckets; size_t capacity, count; } table;

static unsigned hash(const char *s) { unsigned h = 2166136261u; for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u; return h; }
static char *copy(const char *s) { char *d = malloc(strlen(s) + 1); if (d) strcpy(d, s); return d; }
static void init(table *t) { t->capacity = 4; t->count = 0; t->buckets = calloc(t->capacity, sizeof *t->buckets); }
static void grow(table *t)
{
    size_t old = t->capacity;
    entry **before = t->buckets;
    t->capacity *= 2;
    t->buckets = calloc(t->capacity, sizeof *t->buckets);
    for (size_t i = 0; i < old; i++)
        for (entry *e = before[i], *next; e; e = next) {
            size_t b = hash(e->key) % t->capacity;
            next = e->next;
            e->next = t->buckets[b];
            t->buckets[b] = e;
        }
    free(before);
}
static int *find(table *t, const char *key, int insert)
{
    entry **e = &t->buckets[hash(key) % t->capacity];
    for (; *e; e = &(*e)->next)
        if (!strcmp((*e)->key, key))
            return &(*e)->value;
    if (!insert)
        return NULL;
    if (t->count >= t->capacity) {
        grow(t);
        return find(t, key, insert);
    }
    *e = malloc(sizeof **e);
    **e = (entry){ .key = copy(key) };
    t->count++;
    return &(*e)->value;
}
static int delete(table *t, const char *key)
{
    for (entry **e = &t->buckets[hash(key) % t->capacity]; *e; e = &(*e)->next)
        if (strcmp((*e)->key, key) == 0) {
            entry *gone = *e;
            *e = gone->next;
            free(gone->key);
            free(gone);
            t->count--;
            return 1;
        }
    return 0;
}
static int order(const void *a, const void *b)
{
    const entry *x = *(entry *const *)a, *y = *(entry *const *)b;
    return x->value != y->value ? y->value - x->value : strcmp(x->key, y->key);
}

int main(void)
{
    char text[] = "the quick brown fox jumps over the lazy dog and the quick cat sees the dog";
    table t;
    entry **all;
    size_t n = 0;
    init(&t);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        ++*find(&t, word, 1);
    printf("%zu %zu\n", t.count, t.capacity);
    printf("%d %d\n", delete(&t, "fox"), delete(&t, "wolf"));
    all = malloc(t.count * sizeof *all);
    for (size_t i = 0; i < t.capacity; i++)
        for (entry *e = t.buckets[i]; e; e = e->next)
            all[n++] = e;
    qsort(all, n, sizeof *all, order);
    for (size_t i = 0; i < n; i++)
        printf("%-6s %d\n", all[i]->key, all[i]->value);
    printf("%d\n", find(&t, "fox", 0) == NULL);
    free(all);
    return (int)t.count;
}
