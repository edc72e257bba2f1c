char *strstr(const char *text, const char *word);

char *__builtin_strstr(const char *text, const char *word)
{
    return strstr(text, word);
}
