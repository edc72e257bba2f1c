// find: fails kind=lifetime line=24 function=load
// input: size=3; header=66
// passing input: size=3; header=0
#include <stdlib.h>

static int parse(char *data, int header)
{
    if (header == 66) {
        free(data);
        return -1;
    }
    return data[0];
}

//@ requires 1 <= size && size <= 64;
int load(int size, int header)
{
    char *data = malloc(size);
    int result;
    if (!data)
        return -1;
    data[0] = 1;
    result = parse(data, header);
    free(data);
    return result;
}
