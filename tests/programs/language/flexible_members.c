#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer { int length; char data[]; };
struct gnu { short n; int items[0]; };
struct old { int n; double v[1]; };
struct mixed { char tag; struct { int a, b; } pairs[]; };

static struct buffer preset = { 3, { 'a', 'b', 'c' } };

int main(void)
{
    const char *text = "flexible";
    struct buffer *b = malloc(sizeof *b + strlen(text) + 1);
    struct gnu *g = malloc(sizeof *g + 4 * sizeof(int));
    struct old *o = malloc(sizeof *o + 2 * sizeof(double));
    struct mixed *m = malloc(sizeof *m + 2 * sizeof m->pairs[0]);
    int i;

    b->length = (int)strlen(text);
    strcpy(b->data, text);
    printf("%zu %zu %zu %zu\n", sizeof *b, sizeof *g, sizeof *o, sizeof *m);
    printf("%zu %zu\n", offsetof(struct buffer, data), offsetof(struct mixed, pairs));
    printf("%d %s %c\n", b->length, b->data, b->data[7]);
    for (i = 0; i < 4; i++)
        g->items[i] = i * i;
    for (i = 0; i < 3; i++)
        (&o->v[0])[i] = i / 2.0;
    m->pairs[1].b = 4;
    printf("%d %g %d\n", g->items[3], (&o->v[0])[2], m->pairs[1].b);
    printf("%c%c%c\n", preset.data[0], preset.data[1], preset.data[2]);
    free(b); free(g); free(o); free(m);
    return 0;
}
