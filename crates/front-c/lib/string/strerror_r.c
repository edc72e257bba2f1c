char *strerror(int);
size_t strlen(const char *);
size_t strlcpy(char *, const char *, size_t);

int strerror_r(int number, char *text, size_t size)
{
    const char *message = strerror(number);
    strlcpy(text, message, size);
    return strlen(message) < size ? 0 : 34;
}
