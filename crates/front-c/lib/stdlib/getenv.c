char *__whydunit_outside_getenv(int);
size_t strlen(const char *);
void *memcpy(void *, const void *, size_t);
extern int errno;

/* A variable has one value: whoever asks again is answered as before. What has a longer name, or comes later than these, is asked for anew. */
static struct {
    char name[32];
    char *value;
} known[8];
static int count;
static char *copies;

char *getenv(const char *name)
{
    char *value;
    int length = 0;
    int i;
    while (length < 31 && name[length])
        length++;
    for (i = 0; i < count; i++) {
        int at = 0;
        while (at <= length && known[i].name[at] == name[at])
            at++;
        if (at > length && !name[length])
            return known[i].value;
    }
    value = __whydunit_outside_getenv(0);
    if (!name[length] && count < 8) {
        for (i = 0; i <= length; i++)
            known[count].name[i] = name[i];
        known[count].value = value;
        count++;
    }
    return value;
}

/* From here on the variable has this value, or none. */
static int put(const char *name, size_t length, char *value)
{
    int i;
    if (length > 31)
        __whydunit_unsupported("a variable of the environment with a name of more than 31 characters that is set");
    for (i = 0; i < count; i++) {
        size_t at = 0;
        while (at < length && known[i].name[at] == name[at])
            at++;
        if (at == length && !known[i].name[at])
            break;
    }
    if (i == 8)
        __whydunit_unsupported("more than 8 variables of the environment that are set");
    if (i == count) {
        memcpy(known[i].name, name, length);
        known[i].name[length] = 0;
        count++;
    }
    known[i].value = value;
    return 0;
}

static size_t name_length(const char *name)
{
    size_t length = 0;
    while (name[length] && name[length] != '=')
        length++;
    return length;
}

int setenv(const char *name, const char *value, int overwrite)
{
    size_t length = name_length(name);
    size_t size = strlen(value) + 1;
    char *copy;
    if (length == 0 || name[length]) {
        errno = 22;
        return -1;
    }
    if (!overwrite && getenv(name))
        return 0;
    /* Somebody may still look at values that others take the place of: all are kept. */
    copy = __builtin_malloc(sizeof(char *) + size);
    memcpy(copy, &copies, sizeof(char *));
    copies = copy;
    memcpy(copy + sizeof(char *), value, size);
    return put(name, length, copy + sizeof(char *));
}

int unsetenv(const char *name)
{
    size_t length = name_length(name);
    if (length == 0 || name[length]) {
        errno = 22;
        return -1;
    }
    return put(name, length, 0);
}

/* The text itself is part of the environment. */
int putenv(char *text)
{
    size_t length = name_length(text);
    return put(text, length, text[length] ? text + length + 1 : 0);
}
