size_t strcspn(const char *, const char *);

char *strpbrk(const char *s, const char *set)
{
    s += strcspn(s, set);
    return *s ? (char *)s : 0;
}
