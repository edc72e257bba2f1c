#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct edge { int to, weight; struct edge *next; };
struct graph { int n; struct edge **first; };
struct heap { int size; struct { int node, distance; } item[32]; };

static void connect(struct graph *g, int a, int b, int w)
{
    struct edge *e = malloc(sizeof *e);
    *e = (struct edge){ b, w, g->first[a] };
    g->first[a] = e;
}
static void push(struct heap *h, int node, int distance)
{
    int i = h->size++;
    h->item[i].node = node, h->item[i].distance = distance;
    while (i && h->item[(i - 1) / 2].distance > h->item[i].distance) {
        typeof(h->item[0]) t = h->item[i];
        h->item[i] = h->item[(i - 1) / 2];
        h->item[i = (i - 1) / 2] = t;
    }
}
static int pop(struct heap *h, int *distance)
{
    int node = h->item[0].node, i = 0, child;
    *distance = h->item[0].distance;
    h->item[0] = h->item[--h->size];
    while ((child = 2 * i + 1) < h->size) {
        if (child + 1 < h->size && h->item[child + 1].distance < h->item[child].distance)
            child++;
        if (h->item[i].distance <= h->item[child].distance)
            break;
        typeof(h->item[0]) t = h->item[i];
        h->item[i] = h->item[child];
        h->item[child] = t;
        i = child;
    }
    return node;
}
static void path(const int *from, int node) { if (from[node] >= 0) path(from, from[node]); printf("%d ", node); }

int main(void)
{
    static const int edges[][3] = { { 0, 1, 7 }, { 0, 2, 9 }, { 0, 5, 14 }, { 1, 2, 10 }, { 1, 3, 15 }, { 2, 3, 11 }, { 2, 5, 2 }, { 3, 4, 6 }, { 5, 4, 9 } };
    struct graph g = { 7, calloc(7, sizeof(struct edge *)) };
    struct heap h = { 0 };
    int distance[7], from[7];
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        connect(&g, edges[i][0], edges[i][1], edges[i][2]), connect(&g, edges[i][1], edges[i][0], edges[i][2]);
    for (int i = 0; i < g.n; i++)
        distance[i] = INT_MAX, from[i] = -1;
    distance[0] = 0;
    for (push(&h, 0, 0); h.size; ) {
        int d, node = pop(&h, &d);
        if (d > distance[node])
            continue;
        for (struct edge *e = g.first[node]; e; e = e->next)
            if (d + e->weight < distance[e->to]) {
                distance[e->to] = d + e->weight;
                from[e->to] = node;
                push(&h, e->to, distance[e->to]);
            }
    }
    for (int i = 0; i < g.n; i++)
        printf("%d: %d\n", i, distance[i] == INT_MAX ? -1 : distance[i]);
    path(from, 4);
    printf("\n");
    return 0;
}
