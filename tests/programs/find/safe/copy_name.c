// find: safe function=copy_name
// input: name="abcdefgh"
// input: name=[0, 0, 0, 0, 0, 0, 0, 0, 0]
#include <assert.h>
#include <string.h>

#define NAME_SIZE 8

static char stored[NAME_SIZE];

//@ requires \valid(name + (0..8)) && name[8] == 0;
void copy_name(const char *name)
{
    int i;
    for (i = 0; i < NAME_SIZE - 1 && name[i] != '\0'; i++)
        stored[i] = name[i];
    stored[i] = '\0';
    assert(strlen(stored) <= strlen(name));
}
