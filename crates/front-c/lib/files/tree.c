int __whydunit_file_find(const char *);
long __whydunit_file_fact(int, int);
void __whydunit_file_bytes(void *, int, long, long);
int __whydunit_file_entry(char *, int, int, long);
long __whydunit_input_length(const char *);
void *__builtin_malloc(size_t);
void *__builtin_calloc(size_t, size_t);
void *__builtin_realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
extern int errno;

/* Files and folders that were looked at, made or removed so far; what is not among them is as the view has it. */
struct __whydunit_node *__whydunit_nodes;
/* Where relative paths begin; a null pointer: at the top. */
char *__whydunit_current_folder;
static long last_number;

struct __whydunit_node *__whydunit_add_node(const char *path, int kind)
{
    struct __whydunit_node *node = __builtin_calloc(1, sizeof *node);
    size_t size = strlen(path) + 1;
    node->path = __builtin_malloc(size);
    memcpy(node->path, path, size);
    node->kind = kind;
    node->source = -1;
    node->number = ++last_number;
    node->mode = kind == 2 ? 0755 : 0644;
    node->next = __whydunit_nodes;
    __whydunit_nodes = node;
    return node;
}

static struct __whydunit_node *known(const char *path)
{
    struct __whydunit_node *node = __whydunit_nodes;
    while (node && (!node->path || strcmp(node->path, path) != 0))
        node = node->next;
    return node;
}

/* The contents of this file are inputs, as many bytes of it as its length says: they are read once and belong to the program. */
static void take_in(struct __whydunit_node *node, long length)
{
    node->data = __builtin_malloc((size_t)node->size);
    node->room = node->size;
    __whydunit_file_bytes(node->data, node->source, 0, length);
    node->size = length;
    node->loaded = length;
    node->source = -1;
}

/* What a canonical path names; a null pointer and a reason if there is nothing. */
struct __whydunit_node *__whydunit_look(const char *path, int *reason)
{
    struct __whydunit_node *node = known(path);
    int source;
    if (node) {
        if (node->kind)
            return node;
        *reason = 2;
        return 0;
    }
    source = __whydunit_file_find(path);
    if (source < 0) {
        *reason = -source;
        return 0;
    }
    node = __whydunit_add_node(path, (int)__whydunit_file_fact(source, 0));
    node->source = source;
    node->size = __whydunit_file_fact(source, 1);
    if (node->kind == 1) {
        long length = __whydunit_input_length(path);
        if (length >= 0)
            take_in(node, length);
    }
    return node;
}

/* Nothing is there any more, whatever the view has. Who has it open keeps it. */
void __whydunit_take_away(struct __whydunit_node *node)
{
    char *path = node->path;
    node->path = 0;
    __whydunit_add_node(path, 0);
    free(path);
}

/* What is recorded under a name has it no longer. */
void __whydunit_forget(const char *path)
{
    struct __whydunit_node *node = known(path);
    if (node) {
        char *old = node->path;
        node->path = 0;
        free(old);
    }
}

struct __whydunit_node *__whydunit_make(const char *path, int kind)
{
    __whydunit_forget(path);
    return __whydunit_add_node(path, kind);
}

/* The canonical path that a path stands for, in a block of its own; its folders have to be there. */
char *__whydunit_resolve(const char *path)
{
    size_t length = strlen(path);
    size_t at = 0;
    size_t i = 0;
    int reason = 0;
    char *result;
    struct __whydunit_node *node;
    if (length == 0 || length >= 4096) {
        errno = length == 0 ? 2 : 36;
        return 0;
    }
    if (path[0] == '/') {
        /* Where the folder of the view is on this machine. */
        char top[4096];
        int size = __whydunit_file_entry(top, -1, 0, 4096);
        if (size > 0 && strncmp(path, top, (size_t)size) == 0 && (!path[size] || path[size] == '/'))
            i = (size_t)size;
    }
    result = __builtin_malloc(length + 2 + (__whydunit_current_folder ? strlen(__whydunit_current_folder) : 0));
    if (path[0] != '/' && __whydunit_current_folder) {
        at = strlen(__whydunit_current_folder);
        memcpy(result, __whydunit_current_folder, at);
    }
    while (path[i]) {
        size_t from;
        size_t size;
        while (path[i] == '/')
            i++;
        if (at > 0) {
            result[at] = 0;
            node = __whydunit_look(result, &reason);
            /* A file that is to be made may have a slash behind its name, too; then it is no file. */
            if (node ? node->kind != 2 : path[i] != 0) {
                free(result);
                errno = node ? 20 : reason;
                return 0;
            }
        }
        from = i;
        while (path[i] && path[i] != '/')
            i++;
        size = i - from;
        if (size > 255) {
            free(result);
            errno = 36;
            return 0;
        }
        if (size == 0 || (size == 1 && path[from] == '.'))
            continue;
        if (size == 2 && path[from] == '.' && path[from + 1] == '.') {
            while (at > 0 && result[--at] != '/')
                continue;
            continue;
        }
        result[at] = '/';
        memcpy(result + at + 1, path + from, size);
        at += size + 1;
    }
    if (at == 0) {
        result[0] = '/';
        at = 1;
    }
    result[at] = 0;
    return result;
}

/* What a path names, or a null pointer and `errno`. */
struct __whydunit_node *__whydunit_node_at(const char *path)
{
    char *canonical = __whydunit_resolve(path);
    struct __whydunit_node *node;
    int reason = 0;
    if (!canonical)
        return 0;
    node = __whydunit_look(canonical, &reason);
    free(canonical);
    if (!node)
        errno = reason;
    return node;
}

/* The bytes up to `end` are in memory from here on: each is read from the view once. */
void __whydunit_load(struct __whydunit_node *node, long end)
{
    if (node->source < 0 || node->loaded >= end)
        return;
    if (!node->data) {
        node->data = __builtin_malloc((size_t)node->size);
        node->room = node->size;
    }
    __whydunit_file_bytes(node->data + node->loaded, node->source, node->loaded, end - node->loaded);
    node->loaded = end;
}

/* The file belongs to the program from here on, and is of that size. */
void __whydunit_resize(struct __whydunit_node *node, long size)
{
    __whydunit_load(node, node->size < size ? node->size : size);
    if (size > node->room) {
        long room = node->room < 32 ? 64 : node->room;
        while (room < size)
            room *= 2;
        node->data = __builtin_realloc(node->data, (size_t)room);
        node->room = room;
    }
    if (size > node->size)
        memset(node->data + node->size, 0, (size_t)(size - node->size));
    node->size = size;
    node->source = -1;
    node->is_written = 1;
}
