// find: fails kind=div line=16 function=bucket
// input: key=77; order=8
// passing input: key=77; order=3
typedef unsigned int uint;

/* The number of buckets is a power of two; 8 does not fit in the mask. */
static uint bucket_count(uint order)
{
    return (1u << order) & 0xff;
}

//@ requires order <= 8;
uint bucket(uint key, uint order)
{
    uint hash = key * 2654435761u;
    return hash % bucket_count(order);
}
