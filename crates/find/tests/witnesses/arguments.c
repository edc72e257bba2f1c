#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc < 3 || strcmp(argv[2], "go") != 0); //~ assert
    return 0;
}
