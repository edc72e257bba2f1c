int tolower(int);

char *strcasestr(const char *text, const char *word)
{
    while (1) {
        size_t i = 0;
        while (word[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
            i++;
        if (!word[i])
            return (char *)text;
        if (!*text)
            return 0;
        text++;
    }
}
