// find: fails kind=bounds line=11 function=count_letters
// input: text="A\xe9"
// passing input: text="Az"
/* `char` is signed here: letters with accents count backwards. */
static int seen[128];

//@ requires \valid(text + (0..2)) && text[2] == 0;
void count_letters(const char *text)
{
    for (int i = 0; text[i] != '\0'; i++)
        seen[text[i]]++;
}
