// find: safe
// args: debug
// args: debug=7 -x
// args: a=1 b=2 c=3
#include <string.h>

int main(int argc, char *argv[])
{
    int sum = 0;
    for (int i = 1; i < argc && i < 3; i++) {
        const char *value = strchr(argv[i], '=');
        if (value == NULL || value[1] == '\0')
            continue;
        sum += value[1];
    }
    return sum < 0;
}
