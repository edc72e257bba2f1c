struct __whydunit_node *__whydunit_look(const char *, int *);
struct __whydunit_node *__whydunit_node_at(const char *);
struct __whydunit_open *__whydunit_descriptor(int);
int __whydunit_open_node(struct __whydunit_node *, int);
int __whydunit_leave(int);
int __whydunit_file_entry(char *, int, int, long);
_Bool __whydunit_outside_opendir(int);
void *__builtin_malloc(size_t);
void *__builtin_calloc(size_t, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
extern int errno;
extern struct __whydunit_node *__whydunit_nodes;

/* As <dirent.h> of the system has it. */
struct entry {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

struct __whydunit_folder {
    struct __whydunit_node *node;
    struct __whydunit_node *next;
    int descriptor;
    int index;
    int of_view;
    struct entry entry;
};

/* The part of a path that names it inside of a folder; a null pointer if it is not right inside. */
static const char *inside(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    size_t i;
    if (length == 1)
        length = 0;
    if (strncmp(path, folder, length) != 0 || path[length] != '/' || !path[length + 1])
        return 0;
    for (i = length + 1; path[i]; i++)
        if (path[i] == '/')
            return 0;
    return path + length + 1;
}

/* Of the view: the next name that nothing recorded here stands for. */
static int next_of_view(struct __whydunit_folder *folder, char *name)
{
    while (folder->of_view >= 0) {
        struct __whydunit_node *node;
        int size = __whydunit_file_entry(name, folder->node->source, folder->of_view, 256);
        if (size <= 0) {
            folder->of_view = -1;
            return 0;
        }
        folder->of_view++;
        for (node = __whydunit_nodes; node; node = node->next) {
            const char *known = node->path ? inside(node->path, folder->node->path) : 0;
            if (known && strcmp(known, name) == 0)
                break;
        }
        if (!node)
            return size;
    }
    return 0;
}

static int next_name(struct __whydunit_folder *folder, char *name)
{
    if (folder->node->source >= 0 && folder->of_view >= 0) {
        int size = next_of_view(folder, name);
        if (size > 0)
            return size;
    }
    while (folder->next) {
        struct __whydunit_node *node = folder->next;
        const char *known = node->kind && node->path ? inside(node->path, folder->node->path) : 0;
        folder->next = node->next;
        if (known) {
            size_t size = strlen(known);
            memcpy(name, known, size + 1);
            return (int)size;
        }
    }
    return 0;
}

int __whydunit_has_entries(struct __whydunit_node *node)
{
    struct __whydunit_folder folder;
    char name[256];
    folder.node = node;
    folder.next = __whydunit_nodes;
    folder.of_view = 0;
    return next_name(&folder, name) > 0;
}

static struct __whydunit_folder *folder_on(struct __whydunit_node *node, int descriptor)
{
    struct __whydunit_folder *folder = __builtin_calloc(1, sizeof *folder);
    folder->node = node;
    folder->next = __whydunit_nodes;
    folder->descriptor = descriptor;
    return folder;
}

struct __whydunit_folder *opendir(const char *path)
{
    struct __whydunit_node *node = __whydunit_node_at(path);
    int reason = !node ? errno : node->kind != 2 ? 20 : 0;
    if (reason) {
        if (__whydunit_outside_opendir(0))
            __whydunit_unsupported("a folder that can be opened");
        errno = reason;
        return 0;
    }
    if (!__whydunit_outside_opendir(1)) {
        errno = 13;
        return 0;
    }
    return folder_on(node, __whydunit_open_node(node, 0200000));
}

struct __whydunit_folder *fdopendir(int descriptor)
{
    struct __whydunit_open *file = __whydunit_descriptor(descriptor);
    if (!file)
        return 0;
    if (file->standard || file->node->kind != 2) {
        errno = 20;
        return 0;
    }
    return folder_on(file->node, descriptor);
}

struct entry *readdir(struct __whydunit_folder *folder)
{
    struct entry *entry = &folder->entry;
    int size;
    if (folder->index < 2) {
        size = folder->index + 1;
        entry->d_name[0] = '.';
        entry->d_name[1] = folder->index ? '.' : 0;
        entry->d_name[2] = 0;
        entry->d_type = 4;
    } else {
        struct __whydunit_node *node = folder->node;
        char path[4352];
        size_t length = strlen(node->path);
        int reason = 0;
        size = next_name(folder, entry->d_name);
        if (size <= 0)
            return 0;
        if (length == 1)
            length = 0;
        memcpy(path, node->path, length);
        path[length] = '/';
        memcpy(path + length + 1, entry->d_name, (size_t)size + 1);
        node = __whydunit_look(path, &reason);
        entry->d_type = node && node->kind == 2 ? 4 : 8;
    }
    folder->index++;
    entry->d_ino = (unsigned long)folder->index;
    entry->d_off = folder->index;
    entry->d_reclen = (unsigned short)((size + 27) / 8 * 8);
    return entry;
}

struct entry *readdir64(struct __whydunit_folder *folder)
{
    return readdir(folder);
}

void rewinddir(struct __whydunit_folder *folder)
{
    folder->index = 0;
    folder->of_view = 0;
    folder->next = __whydunit_nodes;
}

int dirfd(struct __whydunit_folder *folder)
{
    return folder->descriptor;
}

int closedir(struct __whydunit_folder *folder)
{
    __whydunit_leave(folder->descriptor);
    free(folder);
    return 0;
}
