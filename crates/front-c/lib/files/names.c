struct __whydunit_node *__whydunit_look(const char *, int *);
struct __whydunit_node *__whydunit_node_at(const char *);
struct __whydunit_node *__whydunit_make(const char *, int);
void __whydunit_take_away(struct __whydunit_node *);
void __whydunit_forget(const char *);
char *__whydunit_resolve(const char *);
int __whydunit_has_entries(struct __whydunit_node *);
void *__builtin_malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int __whydunit_outside_remove(int);
int __whydunit_outside_unlink(int);
int __whydunit_outside_rmdir(int);
int __whydunit_outside_mkdir(int);
int __whydunit_outside_chdir(int);
int __whydunit_outside_rename(int);
int __whydunit_outside_access(int);
extern int errno;
extern char *__whydunit_current_folder;

/* Why a name cannot be removed; 0 if it can. `kinds` says what it may be: 1 a file, 2 a folder, 3 either. */
static int cannot_remove(const char *path, int kinds)
{
    struct __whydunit_node *node = __whydunit_node_at(path);
    if (!node)
        return errno;
    if (node->kind == 2 && !(kinds & 2))
        return 21;
    if (node->kind != 2 && !(kinds & 1))
        return 20;
    if (node->kind > 2 || strcmp(node->path, "/") == 0)
        return node->kind > 2 ? 1 : 16;
    return node->kind == 2 && __whydunit_has_entries(node) ? 39 : 0;
}

/* The answer, 0 or not, is an input; where it says that it went well, there is nothing there any more. */
static int removed(const char *path, int reason, int failed)
{
    if (failed) {
        errno = reason ? reason : 13;
        return -1;
    }
    if (!reason)
        __whydunit_take_away(__whydunit_node_at(path));
    return 0;
}

int remove(const char *path)
{
    int reason = cannot_remove(path, 3);
    return removed(path, reason, reason ? __whydunit_outside_remove(-1) : __whydunit_outside_remove(0));
}

int unlink(const char *path)
{
    int reason = cannot_remove(path, 1);
    return removed(path, reason, reason ? __whydunit_outside_unlink(-1) : __whydunit_outside_unlink(0));
}

int rmdir(const char *path)
{
    int reason = cannot_remove(path, 2);
    return removed(path, reason, reason ? __whydunit_outside_rmdir(-1) : __whydunit_outside_rmdir(0));
}

int mkdir(const char *path, unsigned mode)
{
    char *canonical = __whydunit_resolve(path);
    int reason = 0;
    int failed;
    if (!canonical)
        reason = errno;
    else if (__whydunit_look(canonical, &reason))
        reason = 17;
    else if (reason == 2)
        reason = 0;
    failed = reason ? __whydunit_outside_mkdir(-1) : __whydunit_outside_mkdir(0);
    if (!failed && !reason)
        __whydunit_make(canonical, 2)->mode = mode & 07777;
    free(canonical);
    if (!failed)
        return 0;
    errno = reason ? reason : 13;
    return -1;
}

int chdir(const char *path)
{
    struct __whydunit_node *node = __whydunit_node_at(path);
    int reason = !node ? errno : node->kind != 2 ? 20 : 0;
    int failed = reason ? __whydunit_outside_chdir(-1) : __whydunit_outside_chdir(0);
    if (failed) {
        errno = reason ? reason : 13;
        return -1;
    }
    if (!reason) {
        size_t size = strlen(node->path) + 1;
        free(__whydunit_current_folder);
        __whydunit_current_folder = 0;
        if (size > 2) {
            __whydunit_current_folder = __builtin_malloc(size);
            memcpy(__whydunit_current_folder, node->path, size);
        }
    }
    return 0;
}

int access(const char *path, int mode)
{
    struct __whydunit_node *node = __whydunit_node_at(path);
    int reason = !node ? errno : mode & 1 && node->kind != 2 && !(node->mode & 0111) ? 13 : 0;
    int failed = reason ? __whydunit_outside_access(-1) : __whydunit_outside_access(0);
    if (!failed)
        return 0;
    errno = reason ? reason : 13;
    return -1;
}

/* Is what one path names a folder around what the other one names? */
static int is_above(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    return strncmp(folder, path, length) == 0 && path[length] == '/';
}

static void full_folder(void)
{
    __whydunit_unsupported("another name for a folder that is not empty");
}

int rename(const char *from, const char *to)
{
    struct __whydunit_node *node = __whydunit_node_at(from);
    struct __whydunit_node *there = 0;
    int reason = node ? 0 : errno;
    char *target = __whydunit_resolve(to);
    int failed;
    if (!reason && !target)
        reason = errno;
    if (!reason && is_above(target, node->path))
        reason = 39;
    if (!reason && node->kind == 2 && is_above(node->path, target))
        reason = 22;
    if (!reason) {
        int nothing = 0;
        there = __whydunit_look(target, &nothing);
        if (!there && nothing != 2)
            reason = nothing;
        else if (there && there != node && there->kind == 2)
            reason = node->kind != 2 ? 21 : __whydunit_has_entries(there) ? 39 : 0;
        else if (there && there != node && node->kind == 2)
            reason = 20;
    }
    failed = reason ? __whydunit_outside_rename(-1) : __whydunit_outside_rename(0);
    if (failed) {
        errno = reason ? reason : 13;
        free(target);
        return -1;
    }
    if (!reason && there != node) {
        if (node->kind == 2 && __whydunit_has_entries(node))
            full_folder();
        __whydunit_take_away(node);
        __whydunit_forget(target);
        node->path = target;
        node->is_written = 1;
        return 0;
    }
    free(target);
    return 0;
}
