struct __whydunit_node *__whydunit_node_at(const char *);
struct __whydunit_open *__whydunit_descriptor(int);
void __whydunit_resize(struct __whydunit_node *, long);
int __whydunit_outside_chmod(int);
int __whydunit_outside_truncate(int);
extern int errno;

int chmod(const char *path, unsigned mode)
{
    struct __whydunit_node *node = __whydunit_node_at(path);
    int reason = node ? 0 : errno;
    int failed = reason ? __whydunit_outside_chmod(-1) : __whydunit_outside_chmod(0);
    if (failed) {
        errno = reason ? reason : 1;
        return -1;
    }
    if (!reason)
        node->mode = mode & 07777;
    return 0;
}

int ftruncate(int descriptor, long size)
{
    struct __whydunit_open *file = __whydunit_descriptor(descriptor);
    if (!file)
        return -1;
    if (file->standard || file->node->kind != 1 || size < 0 || (file->flags & 3) == 0) {
        errno = 22;
        return -1;
    }
    __whydunit_resize(file->node, size);
    return 0;
}

int truncate(const char *path, long size)
{
    struct __whydunit_node *node = __whydunit_node_at(path);
    int reason = !node ? errno : size < 0 ? 22 : node->kind == 2 ? 21 : 0;
    int failed = reason ? __whydunit_outside_truncate(-1) : __whydunit_outside_truncate(0);
    if (failed) {
        errno = reason ? reason : 13;
        return -1;
    }
    if (!reason && node->kind == 1)
        __whydunit_resize(node, size);
    return 0;
}
