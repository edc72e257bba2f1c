#include <stdio.h>
#include <string.h>

/* A greeting that is one character too long for its buffer. */
struct user {
    char name[8];
    int is_admin;
};

static void set_name(struct user *user, const char *name)
{
    size_t length = strlen(name);
    if (length > sizeof user->name)
        length = sizeof user->name;
    memcpy(user->name, name, length);
    user->name[length] = '\0';
}

int main(int argc, char **argv)
{
    struct user user = { "", 0 };
    set_name(&user, argc > 1 ? argv[1] : "Wilhelmina");
    printf("hello, %s\n", user.name);
    return user.is_admin;
}
