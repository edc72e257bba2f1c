struct __whydunit_node *__whydunit_look(const char *, int *);
struct __whydunit_node *__whydunit_make(const char *, int);
char *__whydunit_resolve(const char *);
void __whydunit_load(struct __whydunit_node *, long);
void __whydunit_resize(struct __whydunit_node *, long);
int __whydunit_getchar(void);
int __whydunit_fputc(int, FILE *);
void *__builtin_calloc(size_t, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
extern int errno;
extern FILE *stdout;
extern FILE *stderr;

/* Open files by their descriptors; the first three are there from the start. */
static struct __whydunit_open **table;

struct __whydunit_open *__whydunit_descriptor(int descriptor)
{
    int i;
    if (!table) {
        table = __builtin_calloc(1024, sizeof *table);
        for (i = 0; i < 3; i++) {
            struct __whydunit_open *file = __builtin_calloc(1, sizeof *file);
            file->count = 1;
            file->standard = i + 1;
            file->flags = i == 0 ? 0 : 1;
            table[i] = file;
        }
    }
    if (descriptor < 0 || descriptor >= 1024 || !table[descriptor]) {
        errno = 9;
        return 0;
    }
    return table[descriptor];
}

/* The lowest free number from `least` on stands for it. */
int __whydunit_enter(struct __whydunit_open *file, int least)
{
    int descriptor = least;
    __whydunit_descriptor(0);
    while (descriptor < 1024 && table[descriptor])
        descriptor++;
    if (descriptor >= 1024) {
        errno = 24;
        return -1;
    }
    table[descriptor] = file;
    file->count++;
    return descriptor;
}

int __whydunit_leave(int descriptor)
{
    struct __whydunit_open *file = __whydunit_descriptor(descriptor);
    if (!file)
        return -1;
    table[descriptor] = 0;
    file->count--;
    if (file->count == 0 && !file->standard) {
        if ((file->flags & 3) != 1)
            file->node->readers--;
        if ((file->flags & 3) != 0)
            file->node->writers--;
        free(file);
    }
    return 0;
}

int __whydunit_open_node(struct __whydunit_node *node, int flags)
{
    struct __whydunit_open *file = __builtin_calloc(1, sizeof *file);
    int descriptor;
    file->node = node;
    file->flags = flags;
    descriptor = __whydunit_enter(file, 0);
    if (descriptor < 0) {
        free(file);
        return -1;
    }
    if ((flags & 3) != 1)
        node->readers++;
    if ((flags & 3) != 0)
        node->writers++;
    return descriptor;
}

/* Why a file cannot be opened so; 0 if it can. */
int __whydunit_may_open(const char *path, int flags)
{
    char *canonical = __whydunit_resolve(path);
    struct __whydunit_node *node;
    int reason = 0;
    if (!canonical)
        return errno;
    node = __whydunit_look(canonical, &reason);
    free(canonical);
    if (!node) {
        if (reason != 2 || !(flags & 0100))
            return reason;
        return path[0] && flags & 0200000 ? 22 : 0;
    }
    if ((flags & 0300) == 0300)
        return 17;
    if (node->kind == 2 && ((flags & 3) != 0 || flags & 0100))
        return 21;
    if (node->kind != 2 && flags & 0200000)
        return 20;
    return 0;
}

/* Opens what may be opened. */
int __whydunit_open_path(const char *path, int flags, unsigned mode)
{
    char *canonical = __whydunit_resolve(path);
    struct __whydunit_node *node;
    int reason = 0;
    if (!canonical)
        return -1;
    node = __whydunit_look(canonical, &reason);
    if (!node) {
        node = __whydunit_make(canonical, 1);
        node->mode = mode & 07755;
        node->is_written = 1;
    } else if (flags & 01000 && node->kind == 1) {
        if (node->source >= 0) {
            node->source = -1;
            node->loaded = 0;
        }
        node->size = 0;
        node->is_written = 1;
    }
    free(canonical);
    return __whydunit_open_node(node, flags);
}

static void wait(void)
{
    __whydunit_unsupported("waiting for something to be written to a pipe");
}

/* Is it a file, or standard input, that is open for reading? */
int __whydunit_can_read(int descriptor)
{
    struct __whydunit_open *file = __whydunit_descriptor(descriptor);
    return file && (file->flags & 3) != 1 && (file->standard || file->node->kind == 1);
}

long __whydunit_read(int descriptor, void *bytes, size_t count)
{
    struct __whydunit_open *file = __whydunit_descriptor(descriptor);
    struct __whydunit_node *node;
    unsigned char *p = bytes;
    long size = (long)count;
    long i = 0;
    if (!file || (file->flags & 3) == 1) {
        errno = 9;
        return -1;
    }
    if (file->standard) {
        while (i < size) {
            int c = __whydunit_getchar();
            if (c == -1)
                break;
            p[i] = (unsigned char)c;
            i++;
        }
        return i;
    }
    node = file->node;
    if (node->kind == 2) {
        errno = 21;
        return -1;
    }
    if (node->kind == 3)
        return 0;
    if (node->kind == 4) {
        memset(bytes, 0, count);
        return size;
    }
    if (node->kind == 5 && file->offset >= node->size && node->writers > 0 && size > 0)
        wait();
    if (file->offset >= node->size)
        return 0;
    if (size > node->size - file->offset)
        size = node->size - file->offset;
    __whydunit_load(node, file->offset + size);
    memcpy(bytes, node->data + file->offset, (size_t)size);
    file->offset += size;
    return size;
}

long __whydunit_write(int descriptor, const void *bytes, size_t count)
{
    struct __whydunit_open *file = __whydunit_descriptor(descriptor);
    struct __whydunit_node *node;
    const unsigned char *p = bytes;
    size_t i;
    if (!file || (file->flags & 3) == 0) {
        errno = 9;
        return -1;
    }
    if (file->standard) {
        for (i = 0; i < count; i++)
            __whydunit_fputc(p[i], file->standard == 2 ? stdout : stderr);
        return (long)count;
    }
    node = file->node;
    if (node->kind == 3 || node->kind == 4 || count == 0)
        return (long)count;
    if (node->kind == 5) {
        if (node->readers == 0) {
            errno = 32;
            return -1;
        }
        file->offset = node->size;
    }
    if (file->flags & 02000)
        file->offset = node->size;
    if (file->offset + (long)count > node->size || node->source >= 0) {
        long end = file->offset + (long)count;
        __whydunit_resize(node, end > node->size ? end : node->size);
    }
    node->is_written = 1;
    memcpy(node->data + file->offset, bytes, count);
    file->offset += (long)count;
    return (long)count;
}

long __whydunit_seek(int descriptor, long offset, int whence)
{
    struct __whydunit_open *file = __whydunit_descriptor(descriptor);
    long base;
    if (!file)
        return -1;
    if (file->standard || file->node->kind == 5) {
        errno = 29;
        return -1;
    }
    if (file->node->kind != 1) {
        file->offset = whence == 1 ? file->offset + offset : offset;
        return file->node->kind == 2 ? file->offset : 0;
    }
    base = whence == 0 ? 0 : whence == 1 ? file->offset : file->node->size;
    if (whence < 0 || whence > 2 || base + offset < 0) {
        errno = 22;
        return -1;
    }
    file->offset = base + offset;
    return file->offset;
}
