#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Settings that are copied, changed and thrown away. Try: whydunit explain examples/copy.c */
struct settings {
    char *title;
    int width;
};

static struct settings make(const char *title, int width)
{
    size_t size = strlen(title) + 1;
    struct settings made = { malloc(size), width };
    if (made.title == NULL)
        exit(1);
    memcpy(made.title, title, size);
    return made;
}

static void discard(struct settings *settings)
{
    free(settings->title);
}

int main(void)
{
    struct settings saved = make("report", 80);
    struct settings shown = saved;
    shown.width = 120;
    printf("%d columns instead of %d\n", shown.width, saved.width);
    discard(&shown);
    discard(&saved);
    return 0;
}
