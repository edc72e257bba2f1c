#include <assert.h>

struct stack {
    int items[6];
    int top;
    int refused;
};

static void init(struct stack *stack) {
    stack->top = 0;
    stack->refused = 0;
}

static int push(struct stack *stack, int item) {
    if (stack->top >= 6) {
        stack->refused++;
        return 0;
    }
    stack->items[stack->top] = item;
    stack->top++;
    return 1;
}

static int pop(struct stack *stack) {
    if (stack->top == 0) {
        return -1;
    }
    stack->top--;
    return stack->items[stack->top];
}

static int evaluate(const char *formula) {
    struct stack stack;
    init(&stack);
    for (int i = 0; formula[i] != '\0'; i++) {
        char symbol = formula[i];
        if (symbol >= '0' && symbol <= '9') {
            push(&stack, symbol - '0');
            continue;
        }
        int right = pop(&stack);
        int left = pop(&stack);
        switch (symbol) {
        case '+':
            push(&stack, left + right);
            break;
        case '-':
            push(&stack, left - right);
            break;
        case '*':
            push(&stack, left * right);
            break;
        default:
            return -1;
        }
    }
    return pop(&stack);
}

static int is_balanced(const char *text) {
    struct stack open;
    init(&open);
    for (int i = 0; text[i] != '\0'; i++) {
        switch (text[i]) {
        case '(':
            push(&open, ')');
            break;
        case '[':
            push(&open, ']');
            break;
        case ')':
        case ']':
            if (pop(&open) != text[i]) {
                return 0;
            }
            break;
        default:
            break;
        }
    }
    return open.top == 0;
}

static int minimum(const struct stack *stack) {
    int best = stack->items[0];
    for (int i = 1; i < stack->top; i++) {
        if (stack->items[i] < best) {
            best = stack->items[i];
        }
    }
    return best;
}

static void exchange_top(struct stack *stack) {
    int first = pop(stack);
    int second = pop(stack);
    push(stack, first);
    push(stack, second);
}

static void test_order(void) {
    struct stack stack;
    init(&stack);
    push(&stack, 4);
    push(&stack, 9);
    int last = pop(&stack);
    int first = pop(&stack);
    int none = pop(&stack);
    assert(last == 9);
    assert(first == 4);
    assert(none < 0);
}

static void test_capacity(void) {
    struct stack stack;
    init(&stack);
    for (int i = 1; i <= 8; i++) {
        push(&stack, i * i);
    }
    assert(stack.top == 6);
    assert(stack.refused == 2);
    assert(pop(&stack) == 36);
}

static void test_formulas(void) {
    int difference = evaluate("93-");
    int mixed = evaluate("23*4+");
    int bad = evaluate("12?");
    assert(difference == 6);
    assert(mixed == 10);
    assert(bad == -1);
}

static void test_balanced(void) {
    assert(is_balanced("a(b[c]d)"));
    assert(!is_balanced("(["));
    assert(!is_balanced("(]"));
}

static void test_minimum(void) {
    struct stack stack;
    init(&stack);
    push(&stack, 7);
    push(&stack, 3);
    push(&stack, 5);
    assert(minimum(&stack) == 3);
}

static void test_exchange(void) {
    struct stack stack;
    init(&stack);
    push(&stack, 1);
    push(&stack, 2);
    exchange_top(&stack);
    assert(pop(&stack) == 1);
    assert(stack.top == 1);
}

int main(void) {
    test_order();
    test_minimum();
    test_capacity();
    test_formulas();
    test_exchange();
    test_balanced();
    return 0;
}
