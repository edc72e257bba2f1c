struct __whydunit_node *__whydunit_node_at(const char *);
struct __whydunit_open *__whydunit_descriptor(int);
void *memset(void *, int, size_t);
int __whydunit_outside_stat(int);
int __whydunit_outside_lstat(int);
extern int errno;

/* As <sys/stat.h> of Linux on x86-64 has it. */
struct status {
    unsigned long st_dev;
    unsigned long st_ino;
    unsigned long st_nlink;
    unsigned st_mode;
    unsigned st_uid;
    unsigned st_gid;
    int padding;
    unsigned long st_rdev;
    long st_size;
    long st_blksize;
    long st_blocks;
    long times[6];
    long reserved[3];
};

static void without_layout(void)
{
    __whydunit_unsupported("what is told of a file, with 32 bits");
}

static void fill(struct status *status, struct __whydunit_node *node)
{
    unsigned kind = node->kind == 1 ? 0100000 : node->kind == 2 ? 0040000 : node->kind == 5 ? 0010000 : 0020000;
    if (sizeof(long) != 8)
        without_layout();
    memset(status, 0, sizeof *status);
    status->st_ino = (unsigned long)node->number;
    status->st_nlink = node->kind == 2 ? 2 : 1;
    status->st_mode = kind | node->mode;
    status->st_uid = 1000;
    status->st_gid = 1000;
    status->st_size = node->kind == 1 ? node->size : node->kind == 2 ? 4096 : 0;
    status->st_blksize = 4096;
    status->st_blocks = (status->st_size + 511) / 512;
}

int stat(const char *path, struct status *status)
{
    struct __whydunit_node *node = __whydunit_node_at(path);
    int reason = node ? 0 : errno;
    if (reason) {
        if (!__whydunit_outside_stat(-1))
            __whydunit_unsupported("a file that is there");
        errno = reason;
        return -1;
    }
    if (__whydunit_outside_stat(0)) {
        errno = 13;
        return -1;
    }
    fill(status, node);
    return 0;
}

int lstat(const char *path, struct status *status)
{
    struct __whydunit_node *node = __whydunit_node_at(path);
    int reason = node ? 0 : errno;
    if (reason) {
        if (!__whydunit_outside_lstat(-1))
            __whydunit_unsupported("a file that is there");
        errno = reason;
        return -1;
    }
    if (__whydunit_outside_lstat(0)) {
        errno = 13;
        return -1;
    }
    fill(status, node);
    return 0;
}

int fstat(int descriptor, struct status *status)
{
    struct __whydunit_open *file = __whydunit_descriptor(descriptor);
    if (!file)
        return -1;
    if (!file->standard) {
        fill(status, file->node);
        return 0;
    }
    memset(status, 0, sizeof *status);
    status->st_ino = 1;
    status->st_nlink = 1;
    status->st_mode = 0010600;
    status->st_blksize = 4096;
    return 0;
}

int stat64(const char *path, struct status *status)
{
    return stat(path, status);
}

int lstat64(const char *path, struct status *status)
{
    return lstat(path, status);
}

int fstat64(int descriptor, struct status *status)
{
    return fstat(descriptor, status);
}
