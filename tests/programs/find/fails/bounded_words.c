// find: fails kind=unreach line=14 bounded
// stdin: ab  c
// passing stdin: ab c
#include <stdio.h>

extern void reach_error(void);

/* Reads to the end of the input, however far that is. */
int main(void)
{
    int c, previous = 0;
    while ((c = getchar()) != EOF) {
        if (c == ' ' && previous == ' ')
            reach_error();
        previous = c;
    }
    return 0;
}
