#include <string.h>

struct user { char name[8]; int admin; };

int main(void)
{
    struct user u;
    u.admin = 0;
    strcpy(u.name, "AAAAAAAA"); //~ bounds@5
    return u.admin;
}
