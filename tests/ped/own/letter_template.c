/* A letter is made from a template, in which `$` and a digit stand for a
   field, and `$$` for the sign itself. What does not fit is cut off, and the
   letter is closed by a terminator in any case.

   The fault: the loop that copies a field looks at the place in the field
   where it should look at the place in the letter. */

extern char __VERIFIER_nondet_char(void);

#define LETTER_SIZE 9
#define TEMPLATE_SIZE 7
#define FIELDS 2
#define FIELD_SIZE 5

struct letter {
    char text[LETTER_SIZE];
    int length;
    int is_cut;
};

struct field {
    char text[FIELD_SIZE];
    int length;
};

static struct field fields[FIELDS];

static void read_field(struct field *field)
{
    field->length = 0;
    while (field->length < FIELD_SIZE) {
        char c = __VERIFIER_nondet_char();

        if (c == '\n')
            break;
        field->text[field->length] = c;
        field->length++;
    }
}

static void start(struct letter *letter)
{
    letter->length = 0;
    letter->is_cut = 0;
}

static void put_char(struct letter *letter, char c)
{
    if (letter->length >= LETTER_SIZE - 1) {
        letter->is_cut = 1;
        return;
    }
    letter->text[letter->length] = c;
    letter->length++;
}

static void put_field(struct letter *letter, const struct field *field)
{
    int i;

    for (i = 0; i < field->length; i++) {
        if (i >= LETTER_SIZE - 1) { /* FAULT: i >= LETTER_SIZE - 1, should be letter->length >= LETTER_SIZE - 1 */
            letter->is_cut = 1;
            return;
        }
        letter->text[letter->length] = field->text[i];
        letter->length++;
    }
}

static void finish(struct letter *letter)
{
    letter->text[letter->length] = '\0';
}

static int is_field(char c)
{
    return c >= '0' && c < '0' + FIELDS;
}

/* Returns the length of the letter. */
static int fill(struct letter *letter, const char *template)
{
    const char *at = template;

    start(letter);
    while (*at != '\0' && !letter->is_cut) {
        if (*at != '$') {
            put_char(letter, *at);
            at++;
            continue;
        }
        at++;
        if (*at == '$') {
            put_char(letter, '$');
            at++;
        } else if (is_field(*at)) {
            put_field(letter, &fields[*at - '0']);
            at++;
        } else {
            put_char(letter, '?');
        }
    }
    finish(letter);
    return letter->length;
}

static void read_template(char *template)
{
    int i;

    for (i = 0; i < TEMPLATE_SIZE - 1; i++) {
        template[i] = __VERIFIER_nondet_char();
        if (template[i] == '\0')
            return;
    }
    template[i] = '\0';
}

int main(void)
{
    struct letter letter;
    char template[TEMPLATE_SIZE];
    int i;

    for (i = 0; i < FIELDS; i++)
        read_field(&fields[i]);
    read_template(template);
    return fill(&letter, template) >= LETTER_SIZE - 1;
}
