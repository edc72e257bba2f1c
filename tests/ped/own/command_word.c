/* A word is protected for a command line: a backslash goes before each
   character that the shell would take for itself.

   The fault: there is room for as many characters as the word has, as if none
   needed a backslash; the check must leave room for one more. */

#define LINE_SIZE 6

static int is_special(char c)
{
    return c == '$' || c == '*' || c == '\\' || c == ' ';
}

/*@ requires 0 <= length <= 6;
    requires \valid(word + (0 .. length - 1)); */
int protect(const char *word, int length)
{
    char line[LINE_SIZE];
    char *to = line;
    char *end = line + LINE_SIZE;
    int i;

    for (i = 0; i < length; i++) {
        if (to == end) /* FAULT: to == end, should be to >= end - 1 */
            return -1;
        if (is_special(word[i])) {
            *to = '\\';
            to++;
        }
        *to = word[i];
        to++;
    }
    return (int)(to - line);
}
