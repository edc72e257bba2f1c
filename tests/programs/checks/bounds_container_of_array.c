#include <stddef.h>
#include <stdlib.h>
struct msg { int length; char data[16]; };
static struct msg *owner(char *data) { return (struct msg *)(data - offsetof(struct msg, data)); }
int main(void)
{
    struct msg *m = malloc(sizeof *m);
    m->length = 3;
    return owner(m->data)->length - 3;
} //~ none
