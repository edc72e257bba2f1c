/* The first label of a host's name, in small letters.

   The fault: the loop fills the whole buffer, and the terminator goes behind
   it. */

extern char __VERIFIER_nondet_char(void);

#define NAME_SIZE 10
#define LABEL_SIZE 6

static char small(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c;
}

static int first_label(const char *name, char *label)
{
    int i;

    for (i = 0; i < LABEL_SIZE; i++) { /* FAULT: i < LABEL_SIZE, should be i < LABEL_SIZE - 1 */
        if (name[i] == '.' || name[i] == '\0')
            break;
        label[i] = small(name[i]);
    }
    label[i] = '\0';
    return i;
}

int main(void)
{
    char name[NAME_SIZE];
    char label[LABEL_SIZE];
    int i;

    for (i = 0; i < NAME_SIZE - 1; i++)
        name[i] = __VERIFIER_nondet_char();
    name[NAME_SIZE - 1] = '\0';
    return first_label(name, label);
}
