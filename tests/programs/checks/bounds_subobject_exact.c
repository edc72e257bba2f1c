#include <string.h>

struct user { char name[8]; int admin; };

int main(void)
{
    struct user u;
    u.admin = 0;
    strcpy(u.name, "AAAAAAA");
    strncpy(u.name, "BBBBBBBBBBB", sizeof u.name);
    return u.admin;
} //~ none
