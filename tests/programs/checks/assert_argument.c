// args: 12 abc
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    assert(argc == 3);
    assert(atoi(argv[1]) != 12); //~ assert@5: assertion failed: atoi(argv[1]) != 12
    return 0;
}
