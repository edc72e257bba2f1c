/* A line of a user list becomes an account. The fields have different sizes.

   The fault: the name is copied with the size of the shell, as in the line
   below it. */

extern char __VERIFIER_nondet_char(void);

#define SOURCE_SIZE 8

struct account {
    char name[4];
    char shell[7];
    int number;
};

/* Copies a string, cut to what fits. */
static int copy_text(char *to, int size, const char *from)
{
    int i;

    for (i = 0; i < size - 1; i++) {
        if (from[i] == '\0')
            break;
        to[i] = from[i];
    }
    to[i] = '\0';
    return i;
}

static void read_text(char *to)
{
    int i;

    for (i = 0; i < SOURCE_SIZE - 1; i++) {
        to[i] = __VERIFIER_nondet_char();
        if (to[i] == '\0')
            return;
    }
    to[i] = '\0';
}

int main(void)
{
    struct account account;
    char name[SOURCE_SIZE];
    char shell[SOURCE_SIZE];
    int length;

    read_text(name);
    read_text(shell);
    account.number = 7;
    length = copy_text(account.name, sizeof account.shell, name); /* FAULT: sizeof account.shell, should be sizeof account.name */
    length += copy_text(account.shell, sizeof account.shell, shell);
    return length + account.number;
}
