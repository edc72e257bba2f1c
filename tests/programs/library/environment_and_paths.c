// cflags: -D_GNU_SOURCE
// Variables of the environment that the program sets, parts of paths, text in wide characters.
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void parts(const char *path)
{
    char a[20], b[20];
    strcpy(a, path);
    strcpy(b, path);
    printf("%s: %s in %s\n", path, basename(a), dirname(b));
}

int main(void)
{
    static char text[] = "WHYDUNIT_B=two";
    wchar_t wide[8];
    int length;
    setenv("WHYDUNIT_A", "one", 1);
    setenv("WHYDUNIT_A", "other", 0);
    printf("%s\n", getenv("WHYDUNIT_A"));
    setenv("WHYDUNIT_A", "other", 1);
    printf("%s\n", getenv("WHYDUNIT_A"));
    putenv(text);
    text[strlen(text) - 1] = 'x';
    printf("%s\n", getenv("WHYDUNIT_B"));
    printf("%d\n", unsetenv("WHYDUNIT_A"));
    printf("%d %d\n", getenv("WHYDUNIT_A") == 0, setenv("a=b", "", 1));
    parts("");
    parts("/");
    parts("//");
    parts("a");
    parts("a/");
    parts("/a");
    parts("//a");
    parts("/a/b");
    parts("a//b//");
    parts("///a//b///");
    length = swprintf(wide, 8, L"%d-%ls", 12, L"abc");
    printf("%d %ls\n", length, wide);
    length = swprintf(wide, 8, L"%s", "0123456789");
    printf("%d %d\n", length, (int)wcslen(wide));
    return 0;
}
