#include <stdio.h>

int shared = 11;
int table[] = { 1, 2, 3 };
const char *const greeting = "hello from the other file";
struct point { int x, y; };
struct point origin = { 3, 4 };
static int hidden = 1000;
extern int common_counter;
int inside(int);
static inline int square(int x) { return x * x * x; }

int hidden_value(void) { return hidden++ + square(2); }
int other_function(int x) { shared += x; common_counter++; return inside(x) + shared; }
int (*callback)(int) = other_function;
void fill(struct point *p, int n)
{
    while (n--)
        p[n] = (struct point){ n, -n };
}
