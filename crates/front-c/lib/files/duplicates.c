struct __whydunit_open *__whydunit_descriptor(int);
struct __whydunit_node *__whydunit_add_node(const char *, int);
int __whydunit_enter(struct __whydunit_open *, int);
int __whydunit_leave(int);
int __whydunit_open_node(struct __whydunit_node *, int);
void __whydunit_redirect(int, int);
void free(void *);
extern int errno;

int dup(int descriptor)
{
    struct __whydunit_open *file = __whydunit_descriptor(descriptor);
    return file ? __whydunit_enter(file, 0) : -1;
}

int dup2(int descriptor, int wanted)
{
    struct __whydunit_open *file = __whydunit_descriptor(descriptor);
    if (!file || wanted < 0 || wanted >= 1024) {
        errno = 9;
        return -1;
    }
    if (descriptor == wanted)
        return wanted;
    if (__whydunit_descriptor(wanted))
        __whydunit_leave(wanted);
    if (wanted < 3)
        __whydunit_redirect(wanted, file->flags);
    return __whydunit_enter(file, wanted);
}

int pipe(int *ends)
{
    struct __whydunit_node *node = __whydunit_add_node("", 5);
    char *path = node->path;
    node->path = 0;
    free(path);
    ends[0] = __whydunit_open_node(node, 0);
    if (ends[0] < 0)
        return -1;
    ends[1] = __whydunit_open_node(node, 1);
    if (ends[1] < 0) {
        __whydunit_leave(ends[0]);
        return -1;
    }
    return 0;
}
