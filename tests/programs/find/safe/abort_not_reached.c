// find: safe checks=+abort
// stdin: ((((
// stdin: ))
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int c, depth = 0;
    for (int i = 0; i < 5 && (c = getchar()) != EOF; i++) {
        if (c == '(')
            depth++;
        if (depth > 5)
            abort();
    }
    return depth;
}
