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

static int is_keyword(const char *text, const struct token *token) {
    const char *keyword = "let";
    if (token->length != 3) {
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        if (text[token->start + i] != keyword[i]) {
            return 0;
        }
    }
    return 1;
}

static int evaluate(const char *text) {
    struct token token;
    int result = 0;
    int sign = 1;
    int position = next_token(text, 0, &token);
    while (token.kind != END) {
        if (token.kind == NUMBER) {
            result += sign * token.value;
        } else if (text[token.start] == '-') {
            sign = -1;
        } else {
            sign = 1;
        }
        position = next_token(text, position, &token);
    }
    return result;
}

static int line_of(const char *text, int position) {
    int line = 1;
    for (int i = 0; i < position; i++) {
        if (text[i] == '\n') {
            line++;
        }
    }
    return line;
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

static void test_keyword(void) {
    struct token token;
    next_token("let x", 0, &token);
    assert(is_keyword("let x", &token));
    next_token("lot x", 0, &token);
    assert(!is_keyword("lot x", &token));
}

static void test_evaluate(void) {
    int value = evaluate("7-3+10");
    int single = evaluate("42");
    assert(value == 14);
    assert(single == 42);
}

static void test_lines(void) {
    int line = line_of("a\nbc\nd", 5);
    assert(line == 3);
    assert(line_of("abc", 2) == 1);
}

int main(void) {
    test_lines();
    test_number();
    test_name();
    test_keyword();
    test_sum();
    test_evaluate();
    test_counts();
    return 0;
}
