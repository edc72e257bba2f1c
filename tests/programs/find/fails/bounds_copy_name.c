// find: fails kind=bounds line=16 function=copy_name
// input: name="abcdefgh"
// passing input: name=[97, 98, 0, 0, 0, 0, 0, 0, 0]
#define NAME_SIZE 8

static char stored[NAME_SIZE];

//@ requires \valid(name + (0..8)) && name[8] == 0;
void copy_name(const char *name)
{
    int i = 0;
    while (i < NAME_SIZE && name[i] != '\0') {
        stored[i] = name[i];
        i++;
    }
    stored[i] = '\0';
}
