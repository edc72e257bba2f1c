#include <assert.h>

static int roman_digit(char letter) {
    switch (letter) {
    case 'I':
        return 1;
    case 'V':
        return 5;
    case 'X':
        return 10;
    case 'L':
        return 50;
    case 'C':
        return 100;
    default:
        return 0;
    }
}

static int from_roman(const char *text) {
    int total = 0;
    int previous = 0;
    for (int i = 0; text[i] != '\0'; i++) {
        int digit = roman_digit(text[i]);
        total += digit;
        if (digit > previous) {
            total -= 2 * previous;
        }
        previous = digit;
    }
    return total;
}

static int to_base(int number, int base, char *text) {
    int length = 0;
    do {
        int digit = number % base;
        if (digit < 10) {
            text[length] = '0' + digit;
        } else {
            text[length] = 'a' + (digit - 10);
        }
        length++;
        number /= base;
    } while (number > 0);
    for (int i = 0; i < length / 2; i++) {
        char kept = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = kept;
    }
    text[length] = '\0';
    return length;
}

static int from_base(const char *text, int base) {
    int number = 0;
    for (int i = 0; text[i] != '\0'; i++) {
        int digit = text[i] - '0';
        if (text[i] >= 'a') {
            digit = text[i] - 'a' + 10;
        }
        number = number * base + digit;
    }
    return number;
}

static void test_roman(void) {
    int sixteen = from_roman("XVI");
    int ninety = from_roman("XCIV");
    assert(sixteen == 16);
    assert(ninety == 94);
}

static void test_binary(void) {
    char text[9];
    int digits = to_base(37, 2, text);
    assert(digits == 6);
    assert(text[0] == '1');
    assert(text[1] == '0' && text[5] == '1');
}

static void test_hexadecimal(void) {
    char text[9];
    int digits = to_base(750, 16, text);
    assert(digits == 3);
    assert(text[1] == 'e');
    assert(text[3] == '\0');
}

static void test_reading(void) {
    int octal = from_base("17", 8);
    int hexadecimal = from_base("2e", 16);
    assert(octal == 15);
    assert(hexadecimal == 46);
}

int main(void) {
    test_roman();
    test_reading();
    test_binary();
    test_hexadecimal();
    return 0;
}
