/* A small expression calculator: tokens, precedence climbing, function tables. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { END, NUM, OP, OPEN, CLOSE };
struct token { enum kind kind; union { long value; char op; } u; };
struct lexer { const char *at; struct token now; };

static void next(struct lexer *lx)
{
    char *end;
    while (isspace((unsigned char)*lx->at)) lx->at++;
    if (!*lx->at) lx->now.kind = END;
    else if (isdigit((unsigned char)*lx->at)) {
        lx->now.kind = NUM;
        lx->now.u.value = strtol(lx->at, &end, 10);
        lx->at = end;
    } else {
        lx->now.kind = *lx->at == '(' ? OPEN : *lx->at == ')' ? CLOSE : OP;
        lx->now.u.op = *lx->at++;
    }
}
static int level(char op) { switch (op) { case '*': case '/': case '%': return 2; case '+': case '-': return 1; } return 0; }
static long parse(struct lexer *lx, int min);
static long atom(struct lexer *lx)
{
    long v;
    if (lx->now.kind == OP && lx->now.u.op == '-') { next(lx); return -atom(lx); }
    if (lx->now.kind == OPEN) { next(lx); v = parse(lx, 1); next(lx); return v; }
    v = lx->now.u.value;
    next(lx);
    return v;
}
static long parse(struct lexer *lx, int min)
{
    long left = atom(lx), right;
    while (lx->now.kind == OP && level(lx->now.u.op) >= min) {
        char op = lx->now.u.op;
        next(lx);
        right = parse(lx, level(op) + 1);
        left = op == '+' ? left + right : op == '-' ? left - right : op == '*' ? left * right : op == '/' ? left / right : left % right;
    }
    return left;
}
static long eval(const char *s) { struct lexer lx = { s, { END, { 0 } } }; next(&lx); return parse(&lx, 1); }

int main(void)
{
    const char *tests[] = { "1 + 2 * 3", "(1+2)*3", "10 - 4 - 3", "-(2 + 3) * 4 % 7", "100/7/2", "2*(3+(4-1))*-2" };
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
        printf("%s = %ld\n", tests[i], eval(tests[i]));
    return 0;
}
