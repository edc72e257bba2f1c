wchar_t *wcsstr(const wchar_t *text, const wchar_t *word)
{
    if (!*word)
        return (wchar_t *)text;
    while (*text) {
        size_t i = 0;
        while (word[i] && text[i] == word[i])
            i++;
        if (!word[i])
            return (wchar_t *)text;
        text++;
    }
    return 0;
}
