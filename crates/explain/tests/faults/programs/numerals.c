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

static int is_number(const char *text) {
    int i = 0;
    if (text[i] == '-') {
        i++;
    }
    if (text[i] == '\0') {
        return 0;
    }
    while (text[i] >= '0' && text[i] <= '9') {
        i++;
    }
    return text[i] == '\0';
}

static int group_digits(const char *digits, int length, char *out) {
    int used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            out[used] = ',';
            used++;
        }
        out[used] = digits[i];
        used++;
    }
    out[used] = '\0';
    return used;
}

static int count_ones(unsigned number) {
    int ones = 0;
    while (number != 0) {
        if (number % 2 == 1) {
            ones++;
        }
        number /= 2;
    }
    return ones;
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

static void test_is_number(void) {
    assert(is_number("-305"));
    assert(!is_number("12a"));
    assert(!is_number("-"));
}

static void test_groups(void) {
    char text[16];
    int length = group_digits("1234567", 7, text);
    assert(length == 9);
    assert(text[1] == ',');
    assert(text[5] == ',' && text[4] == '4');
    assert(text[8] == '7');
}

static void test_ones(void) {
    int ones = count_ones(46);
    assert(ones == 4);
    assert(count_ones(0) == 0);
}

int main(void) {
    test_is_number();
    test_roman();
    test_ones();
    test_reading();
    test_binary();
    test_groups();
    test_hexadecimal();
    return 0;
}
