extern char *__whydunit_current_folder;
void *__builtin_malloc(size_t);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
extern int errno;

char *getcwd(char *path, size_t size)
{
    const char *folder = __whydunit_current_folder ? __whydunit_current_folder : "/";
    size_t needed = strlen(folder) + 1;
    if (path && size == 0) {
        errno = 22;
        return 0;
    }
    if (size && size < needed) {
        errno = 34;
        return 0;
    }
    if (!path)
        path = __builtin_malloc(size ? size : needed);
    if (path)
        memcpy(path, folder, needed);
    return path;
}
