// find: safe function=count_letters
// input: text="A\xe9"
// input: text=[0, 0, 0]
static int seen[256];

//@ requires \valid(text + (0..2)) && text[2] == 0;
void count_letters(const char *text)
{
    for (; *text; text++)
        seen[(unsigned char)*text]++;
}
