/* Whether two words have the same letters. */

#define LETTERS 26

static int letter(char c)
{
    if (c >= 'a' && c <= 'z')
        return c - 'a';
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    return -1;
}

int anagram(const char *one, const char *other)
{
    int in_one[LETTERS] = { 0 };
    int in_other[LETTERS] = { 0 };
    for (int i = 0; one[i] != '\0'; i++) {
        if (letter(one[i]) >= 0)
            in_one[letter(one[i])]++;
    }
    for (int i = 0; other[i] != '\0'; i++) {
        if (letter(other[i]) >= 0)
            in_one[letter(other[i])]++;
    }
    for (int l = 0; l < LETTERS; l++) {
        if (in_one[l] != in_other[l])
            return 0;
    }
    return 1;
}
