char *strstr(const char *text, const char *word)
{
    if (!*word)
        return (char *)text;
    while (*text) {
        if (*text == *word) {
            size_t i = 1;
            while (word[i] && text[i] == word[i])
                i++;
            if (!word[i])
                return (char *)text;
        }
        text++;
    }
    return 0;
}
