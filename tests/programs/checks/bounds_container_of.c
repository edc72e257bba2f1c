#include <stddef.h>

struct link { struct link *next; };
struct task { int id; struct link link; };

int main(void)
{
    struct task t = { 7, { 0 } };
    struct link *l = &t.link;
    struct task *back = (struct task *)((char *)l - offsetof(struct task, link));
    return back->id - 7;
} //~ none
