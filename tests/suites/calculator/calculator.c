/* Evaluates the expressions on standard input, one per line; `x = 3 + 4` sets a variable. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 128
#define VARIABLES 16
#define NAME 8

enum problem { NONE, SYNTAX, DIVISION, UNKNOWN, FULL };

static const char *const problems[] = {
    "none", "syntax error", "division by zero", "unknown variable", "too many variables",
};

struct variable {
    char name[NAME];
    long value;
};

static struct variable variables[VARIABLES];
static int variable_count;
static const char *at;
static enum problem problem;

static long expression(void);

static void fail(enum problem what) {
    if (problem == NONE) {
        problem = what;
    }
}

static void skip_blanks(void) {
    while (*at == ' ' || *at == '\t') {
        at++;
    }
}

static int accept(char c) {
    skip_blanks();
    if (*at != c) {
        return 0;
    }
    at++;
    return 1;
}

static struct variable *find(const char *name) {
    for (int i = 0; i < variable_count; i++) {
        if (strcmp(variables[i].name, name) == 0) {
            return &variables[i];
        }
    }
    return NULL;
}

static void read_name(char *name) {
    int length = 0;
    while (isalnum((unsigned char)*at)) {
        if (length < NAME - 1) {
            name[length++] = *at;
        }
        at++;
    }
    name[length] = '\0';
}

static long number(void) {
    long value = 0;
    while (isdigit((unsigned char)*at)) {
        value = value * 10 + (*at - '0');
        at++;
    }
    return value;
}

static long primary(void) {
    skip_blanks();
    if (isdigit((unsigned char)*at)) {
        return number();
    }
    if (isalpha((unsigned char)*at)) {
        char name[NAME];
        read_name(name);
        struct variable *found = find(name);
        if (found == NULL) {
            fail(UNKNOWN);
            return 0;
        }
        return found->value;
    }
    if (accept('-')) {
        return -primary();
    }
    if (accept('(')) {
        long value = expression();
        if (!accept(')')) {
            fail(SYNTAX);
        }
        return value;
    }
    fail(SYNTAX);
    return 0;
}

static long term(void) {
    long value = primary();
    for (;;) {
        if (accept('*')) {
            value *= primary();
        } else if (accept('/')) {
            long divisor = primary();
            if (divisor == 0) {
                fail(DIVISION);
                return 0;
            }
            value /= divisor;
        } else {
            return value;
        }
    }
}

static long expression(void) {
    long value = term();
    for (;;) {
        if (accept('+')) {
            value += term();
        } else if (accept('-')) {
            value -= term();
        } else {
            return value;
        }
    }
}

static void set(const char *name, long value) {
    struct variable *found = find(name);
    if (found == NULL) {
        if (variable_count == VARIABLES) {
            fail(FULL);
            return;
        }
        found = &variables[variable_count++];
        strcpy(found->name, name);
    }
    found->value = value;
}

static long statement(void) {
    const char *start = at;
    skip_blanks();
    if (isalpha((unsigned char)*at)) {
        char name[NAME];
        read_name(name);
        if (accept('=')) {
            long value = expression();
            set(name, value);
            return value;
        }
    }
    at = start;
    return expression();
}

int main(void) {
    char line[LINE];
    int failures = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        at = line;
        problem = NONE;
        long value = statement();
        skip_blanks();
        if (*at != '\0') {
            fail(SYNTAX);
        }
        if (problem == NONE) {
            printf("%ld\n", value);
        } else {
            printf("%s\n", problems[problem]);
            failures++;
        }
    }
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
