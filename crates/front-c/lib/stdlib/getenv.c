char *__whydunit_outside_getenv(int);

/* A variable has one value: whoever asks again is answered as before. What has a longer name, or comes later than these, is asked for anew. */
static struct {
    char name[32];
    char *value;
} known[8];
static int count;

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
