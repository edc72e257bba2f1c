// find: fails kind=abort line=12 checks=+abort
// stdin: ((((
// passing stdin: (()
#include <stdio.h>
#include <stdlib.h>

static int depth;

static void open_one(void)
{
    if (++depth > 3)
        abort();
}

int main(void)
{
    int c;
    for (int i = 0; i < 6 && (c = getchar()) != EOF; i++) {
        if (c == '(')
            open_one();
        else if (c == ')' && depth > 0)
            depth--;
    }
    return depth;
}
