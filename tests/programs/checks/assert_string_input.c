// whydunit: --function check --input s="abc"
#include <assert.h>
#include <string.h>

void check(const char *s)
{
    assert(strlen(s) != 3); //~ assert@5: assertion failed: strlen(s) != 3
}
