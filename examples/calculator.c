#include <stdio.h>

/* A calculator for digits, + and -, operators last: "34+" is 7. Try: whydunit explain examples/calculator.c */
#define ROOM 8

static int stack[ROOM];
static int depth = 0;

static void push(int value)
{
    stack[depth++] = value;
}

static int pop(void)
{
    return stack[--depth];
}

int main(void)
{
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c >= '0' && c <= '9' && depth < ROOM) {
            push(c - '0');
        } else if (c == '+' && depth > 1) {
            int right = pop();
            push(pop() + right);
        } else if (c == '-' && depth > 0) {
            int right = pop();
            push(pop() - right);
        } else {
            printf("cannot use '%c' here\n", c);
            return 2;
        }
    }
    if (depth == 1)
        printf("%d\n", pop());
    return 0;
}
