// find: fails kind=lifetime line=19 function=first_letter
// input: number=7
// passing input: number=70
static char digits[2] = "x";

static char *text_of(int number)
{
    char text[2];
    char *result = number < 10 ? text : digits;
    text[0] = (char)('0' + number % 10);
    text[1] = '\0';
    return result;
}

//@ requires 0 <= number && number < 100;
int first_letter(int number)
{
    const char *text = text_of(number);
    return text[0];
}
