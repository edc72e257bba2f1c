// find: fails kind=uninit line=30
// input: nondet#1=2
// passing input: nondet#1=1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct message {
    int kind;
    int length;
    char text[4];
};

static struct message *receive(void)
{
    struct message *message = malloc(sizeof *message);
    if (!message)
        exit(1);
    message->kind = __VERIFIER_nondet_int();
    if (message->kind == 1)
        message->length = 0;
    else if (message->kind != 2)
        message->length = __VERIFIER_nondet_int() & 3;
    return message;
}

int main(void)
{
    struct message *message = receive();
    if (message->length > 3)
        return 1;
    free(message);
    return 0;
}
