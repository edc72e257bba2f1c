int memcmp(const void *, const void *, size_t);

void *memmem(const void *text, size_t text_size, const void *word, size_t word_size)
{
    const char *p = text;
    size_t i;
    if (word_size > text_size)
        return 0;
    for (i = 0; i <= text_size - word_size; i++)
        if (memcmp(p + i, word, word_size) == 0)
            return (void *)(p + i);
    return 0;
}
