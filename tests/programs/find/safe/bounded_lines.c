// find: safe bounded
// stdin: a\nb\n
// stdin: x
#include <assert.h>
#include <stdio.h>

/* Nothing bounds the input; lines are never more than characters. */
int main(void)
{
    unsigned lines = 0, characters = 0;
    int c;
    while ((c = getchar()) != EOF) {
        if (characters < 1000000) {
            characters++;
            lines += c == '\n';
        }
        assert(lines <= characters);
    }
    return 0;
}
