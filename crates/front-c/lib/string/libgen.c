/* The last part of a path, and what is before it; the path is changed. */
static char *end_of(char *path, char *end)
{
    while (end > path + 1 && end[-1] == '/')
        end--;
    return end;
}

static char *length_of(char *path)
{
    while (*path)
        path++;
    return path;
}

char *__xpg_basename(char *path)
{
    char *end;
    char *start;
    if (!path || !*path)
        return (char *)".";
    end = end_of(path, length_of(path));
    *end = 0;
    start = end;
    while (start > path && start[-1] != '/')
        start--;
    return start == end ? path : start;
}

/* GNU's: the path is left as it is. */
char *basename(const char *path)
{
    const char *start = path;
    for (; *path; path++)
        if (*path == '/')
            start = path + 1;
    return (char *)start;
}

char *dirname(char *path)
{
    char *end;
    if (!path || !*path)
        return (char *)".";
    end = end_of(path, length_of(path));
    while (end > path && end[-1] != '/')
        end--;
    if (end == path && *path != '/')
        return (char *)".";
    end = end_of(path, end);
    /* Two slashes at the start are not one. */
    if (end == path + 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
        end++;
    if (end == path)
        end++;
    *end = 0;
    return path;
}
