// files: linkage_other.inc.c
#include <stdio.h>

extern int shared;
extern int table[];
extern const char *const greeting;
int tentative;
int tentative;
static int hidden = 1;
int common_counter = 40;
struct point { int x, y; };
extern struct point origin;
int other_function(int);
extern int (*callback)(int);
int hidden_value(void);
void fill(struct point *p, int n);
static inline int square(int x) { return x * x; }
int inside(int x) { return x * 2 + hidden; }
int tentative = 6;

int main(void)
{
    struct point p[3];
    extern int late;
    printf("%d %d %d\n", shared, table[2], hidden);
    printf("%s %d\n", greeting, hidden_value());
    printf("%d", other_function(3)); printf(" %d\n", shared);
    printf("%d %d\n", callback(5), callback == other_function);
    fill(p, 3);
    printf("%d %d %d\n", p[2].x, p[1].y, origin.y);
    printf("%d %d %d\n", tentative, late, common_counter);
    {
        int shared = 9;
        {
            extern int shared;
            printf("%d\n", shared);
        }
        printf("%d\n", shared);
    }
    return square(2);
}
int late = 77;
