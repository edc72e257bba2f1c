// stdin: hello
#include <stdio.h>
#include <stdlib.h>

struct loop { const char *at; struct loop *outer; };

static int run(const char *code, unsigned char *tape, int size)
{
    struct loop *loops = NULL;
    unsigned char *cell = tape;
    int steps = 0;
    for (const char *p = code; *p; p++, steps++)
        switch (*p) {
        case '>': if (++cell == tape + size) return -1; break;
        case '<': if (cell-- == tape) return -2; break;
        case '+': ++*cell; break;
        case '-': --*cell; break;
        case '.': putchar(*cell); break;
        case ',': { int c = getchar(); *cell = c == EOF ? 0 : (unsigned char)c; } break;
        case '[':
            if (*cell) {
                struct loop *l = malloc(sizeof *l);
                l->at = p; l->outer = loops; loops = l;
            } else {
                int depth = 1;
                while (depth) {
                    p++;
                    if (*p == '[') depth++;
                    else if (*p == ']') depth--;
                }
            }
            break;
        case ']':
            if (*cell) p = loops->at;
            else { struct loop *l = loops; loops = l->outer; free(l); }
        }
    return steps;
}

int main(void)
{
    unsigned char tape[64] = { 0 };
    int n = run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.", tape, sizeof tape);
    printf("\n%d\n", n);
    for (int i = 0; i < 64; i++)
        tape[i] = 0;
    printf(" %d\n", run(",[>,]<[.<]", tape, sizeof tape));
    tape[0] = 0;
    printf("%d\n", run("<", tape, 1));
    return 0;
}
