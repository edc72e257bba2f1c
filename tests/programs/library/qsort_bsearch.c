#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char name[10]; int age; double weight; };
static int calls;
static int by_int(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; calls++; return (x > y) - (x < y); }
static int by_age(const void *a, const void *b) { return ((const struct person *)b)->age - ((const struct person *)a)->age; }
static int by_string(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_char(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int key_name(const void *k, const void *e) { return strcmp(k, *(char *const *)e); }

int main(void)
{
    int a[] = { 5, -3, 9, 0, 5, 22, -100, 7, 1 }, key, *found;
    struct person p[] = { { "ann", 30, 60.5 }, { "bob", 25, 80 }, { "cy", 41, 70.25 }, { "di", 18, 55 } };
    const char *names[] = { "pear", "apple", "fig", "banana" }, **hit;
    char letters[] = "sortthesecharacters";
    size_t i;
    qsort(a, sizeof a / sizeof *a, sizeof *a, by_int);
    for (i = 0; i < sizeof a / sizeof *a; i++)
        printf("%d ", a[i]);
    printf("%d\n", calls > 8);
    qsort(p, 4, sizeof *p, by_age);
    for (i = 0; i < 4; i++)
        printf("%s %d %g; ", p[i].name, p[i].age, p[i].weight);
    qsort(names, 4, sizeof *names, by_string);
    printf("\n%s %s %s %s\n", names[0], names[1], names[2], names[3]);
    qsort(letters, strlen(letters), 1, by_char);
    printf("%s\n", letters);
    qsort(a, 0, sizeof *a, by_int);
    qsort(a, 1, sizeof *a, by_int);
    for (key = -1; key < 10; key++) {
        found = bsearch(&key, a, 9, sizeof *a, by_int);
        printf("%d", found ? *found == key : 0);
    }
    hit = bsearch("fig", names, 4, sizeof *names, key_name);
    printf(" %d %d\n", (int)(hit - names), bsearch("kiwi", names, 4, sizeof *names, key_name) == NULL);
    return 0;
}
