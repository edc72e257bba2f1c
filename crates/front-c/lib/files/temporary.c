struct __whydunit_node *__whydunit_look(const char *, int *);
struct __whydunit_node *__whydunit_add_node(const char *, int);
int __whydunit_open_node(struct __whydunit_node *, int);
int __whydunit_open_path(const char *, int, unsigned);
int __whydunit_may_open(const char *, int);
char *__whydunit_resolve(const char *);
FILE *__whydunit_stream_on(int, int);
_Bool __whydunit_outside_tmpfile(int);
_Bool __whydunit_outside_mkstemp(int);
void free(void *);
size_t strlen(const char *);
extern int errno;

FILE *tmpfile(void)
{
    struct __whydunit_node *node;
    char *path;
    int descriptor;
    if (!__whydunit_outside_tmpfile(1)) {
        errno = 13;
        return 0;
    }
    node = __whydunit_add_node("", 1);
    path = node->path;
    node->path = 0;
    free(path);
    descriptor = __whydunit_open_node(node, 2);
    return descriptor < 0 ? 0 : __whydunit_stream_on(descriptor, 2);
}

/* Six letters that make a name that nothing has. */
static int choose(char *letters, const char *name)
{
    int tries;
    for (tries = 0; tries < 10000; tries++) {
        int rest = tries;
        int reason = 0;
        int i;
        char *path;
        for (i = 5; i >= 0; i--) {
            letters[i] = (char)('A' + rest % 26);
            rest /= 26;
        }
        path = __whydunit_resolve(name);
        if (!path)
            return -1;
        if (!__whydunit_look(path, &reason)) {
            free(path);
            return 0;
        }
        free(path);
    }
    errno = 17;
    return -1;
}

int mkstemp(char *name)
{
    size_t length = strlen(name);
    int reason = 0;
    int i;
    for (i = 0; i < 6; i++)
        if (length < 6 || name[length - 6 + (size_t)i] != 'X')
            reason = 22;
    if (!reason && choose(name + length - 6, name) < 0)
        reason = errno;
    if (!reason)
        reason = __whydunit_may_open(name, 0302);
    if (reason) {
        if (__whydunit_outside_mkstemp(0))
            __whydunit_unsupported("a file that can be opened");
        errno = reason;
        return -1;
    }
    if (!__whydunit_outside_mkstemp(1)) {
        errno = 13;
        return -1;
    }
    return __whydunit_open_path(name, 0302, 0600);
}

char *tmpnam(char *name)
{
    static char own[20];
    static const char pattern[] = "/tmp/fileXXXXXX";
    char *result = name ? name : own;
    size_t i;
    for (i = 0; i < sizeof pattern; i++)
        result[i] = pattern[i];
    return choose(result + sizeof pattern - 7, result) < 0 ? 0 : result;
}
