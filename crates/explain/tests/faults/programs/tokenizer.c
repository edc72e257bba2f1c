#include <assert.h>

enum kind { END, NUMBER, NAME, SYMBOL };

struct token {
    enum kind kind;
    int start;
    int length;
    int value;
};

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int is_letter(char c) {
    return (c >= 'a' && c <= 'z') || c == '_';
}

static int next_token(const char *text, int position, struct token *token) {
    while (text[position] == ' ') {
        position++;
    }
    token->start = position;
    token->value = 0;
    char c = text[position];
    if (c == '\0') {
        token->kind = END;
    } else if (is_digit(c)) {
        token->kind = NUMBER;
        while (is_digit(text[position])) {
            token->value = token->value * 10 + (text[position] - '0');
            position++;
        }
    } else if (is_letter(c)) {
        token->kind = NAME;
        while (is_letter(text[position]) || is_digit(text[position])) {
            position++;
        }
    } else {
        token->kind = SYMBOL;
        position++;
    }
    token->length = position - token->start;
    return position;
}

static void test_number(void) {
    struct token token;
    int end = next_token("  407+", 0, &token);
    assert(token.kind == NUMBER);
    assert(token.value == 407);
    assert(token.start == 2);
    assert(end == 5);
}

static void test_name(void) {
    struct token token;
    int end = next_token("rate2=", 0, &token);
    assert(token.kind == NAME);
    assert(token.length == 5);
    assert(end == 5);
    next_token("rate2=", end, &token);
    assert(token.kind == SYMBOL);
}

static void test_counts(void) {
    const char *text = "x = 4+y";
    int counts[4] = {0, 0, 0, 0};
    struct token token;
    int position = 0;
    do {
        position = next_token(text, position, &token);
        counts[token.kind]++;
    } while (token.kind != END);
    assert(counts[NAME] == 2);
    assert(counts[NUMBER] == 1);
    assert(counts[SYMBOL] == 2);
    assert(position == 7);
}

static void test_sum(void) {
    const char *text = "10 20 3";
    struct token token;
    int sum = 0;
    int position = next_token(text, 0, &token);
    while (token.kind == NUMBER) {
        sum += token.value;
        position = next_token(text, position, &token);
    }
    assert(sum == 33);
    assert(token.kind == END);
}

int main(void) {
    test_number();
    test_name();
    test_sum();
    test_counts();
    return 0;
}
