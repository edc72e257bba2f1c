// whydunit: --input now=1000
#include <time.h>

extern void reach_error(void);

int main(void)
{
    time_t now = time(NULL);
    if (now == 1000)
        reach_error(); //~ unreach@9: reach_error() was reached
    return 0;
}
