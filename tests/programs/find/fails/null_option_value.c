// find: fails kind=null line=14
// args: debug
// passing args: debug=1
#include <string.h>

/* `name=value` with a value of one digit. */
int main(int argc, char *argv[])
{
    int sum = 0;
    for (int i = 1; i < argc && i < 3; i++) {
        char *value = strchr(argv[i], '=');
        if (argv[i][0] == '-')
            continue;
        sum += value[1] - '0';
    }
    return sum;
}
