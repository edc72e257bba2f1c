int __whydunit_may_open(const char *, int);
int __whydunit_open_path(const char *, int, unsigned);
int __whydunit_leave(int);
long __whydunit_read(int, void *, size_t);
long __whydunit_write(int, const void *, size_t);
long __whydunit_seek(int, long, int);
_Bool __whydunit_outside_open(int);
_Bool __whydunit_outside_creat(int);
_Bool __whydunit_outside_read(int);
int __whydunit_can_read(int);
extern int errno;

/* Whether it opens is an input. Of a file that the view does not have nothing is known: a run in which there is one ends there. */
int open(const char *path, int flags, ...)
{
    unsigned mode = 0644;
    int reason = __whydunit_may_open(path, flags);
    if (reason) {
        if (__whydunit_outside_open(0))
            __whydunit_unsupported("a file that can be opened");
        errno = reason;
        return -1;
    }
    if (!__whydunit_outside_open(1)) {
        errno = 13;
        return -1;
    }
    if (flags & 0100) {
        __builtin_va_list arguments;
        __builtin_va_start(arguments, flags);
        mode = __builtin_va_arg(arguments, unsigned);
        __builtin_va_end(arguments);
    }
    return __whydunit_open_path(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    return open(path, flags, 0644);
}

int creat(const char *path, unsigned mode)
{
    int reason = __whydunit_may_open(path, 01101);
    if (reason) {
        if (__whydunit_outside_creat(0))
            __whydunit_unsupported("a file that can be opened");
        errno = reason;
        return -1;
    }
    if (!__whydunit_outside_creat(1)) {
        errno = 13;
        return -1;
    }
    return __whydunit_open_path(path, 01101, mode);
}

int close(int descriptor)
{
    return __whydunit_leave(descriptor);
}

long read(int descriptor, void *bytes, size_t count)
{
    /* Whether what is open can be read is an input. */
    if (__whydunit_can_read(descriptor) && !__whydunit_outside_read(1)) {
        errno = 5;
        return -1;
    }
    return __whydunit_read(descriptor, bytes, count);
}

long write(int descriptor, const void *bytes, size_t count)
{
    return __whydunit_write(descriptor, bytes, count);
}

long lseek(int descriptor, long offset, int whence)
{
    return __whydunit_seek(descriptor, offset, whence);
}

long lseek64(int descriptor, long offset, int whence)
{
    return __whydunit_seek(descriptor, offset, whence);
}

int fsync(int descriptor)
{
    return __whydunit_seek(descriptor, 0, 1) < 0 && errno == 9 ? -1 : 0;
}
