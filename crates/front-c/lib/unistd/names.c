extern int errno;

char *getcwd(char *path, size_t size)
{
    if (!path || size < 2) {
        errno = 34;
        return 0;
    }
    path[0] = '/';
    path[1] = 0;
    return path;
}

int gethostname(char *name, size_t size)
{
    static const char host[] = "localhost";
    size_t i;
    for (i = 0; i < sizeof host && i < size; i++)
        name[i] = host[i];
    if (i == sizeof host)
        return 0;
    errno = 36;
    return -1;
}
