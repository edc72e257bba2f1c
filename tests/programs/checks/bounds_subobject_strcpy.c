#include <string.h>

struct user { char name[8]; int admin; };

int main(void)
{
    struct user u;
    u.admin = 0;
    strcpy(u.name, "AAAAAAAA"); //~ bounds@5: write of 1 byte just past the end of u.name[8], in strcpy
    return u.admin;
}
