// find: safe function=swap_bytes
// input: word=305419896
// input: word=0
#include <assert.h>
#include <stdint.h>

union word {
    uint32_t whole;
    uint8_t bytes[4];
};

uint32_t swap_bytes(uint32_t word)
{
    union word in = {.whole = word}, out;
    for (int i = 0; i < 4; i++)
        out.bytes[i] = in.bytes[3 - i];
    assert(out.whole == (word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) | word << 24));
    return out.whole;
}
