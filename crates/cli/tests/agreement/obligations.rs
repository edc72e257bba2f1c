//! Every kind of check in the forms in which it arises, each switched off in turn.

use whydunit_program::CheckKind::{
    Assert, Bounds, Contract, Div, Lifetime, Null, Overflow, Shift, Uninit, Unreach,
};

use super::programs::{Subject, fails, hold_programs, passes};

const ARITHMETIC: [Subject; 26] = [
    fails(
        Overflow,
        "sum",
        "int a = 2147483647, b = 1; int r = a + b; __VERIFIER_assert(r != -2147483647 - 1);",
    ),
    fails(
        Overflow,
        "difference",
        "long a = -9223372036854775807L, b = 2; long r = a - b; __VERIFIER_assert(r < 0);",
    ),
    fails(
        Overflow,
        "product",
        "int a = 65536, b = 65537; int r = a * b; __VERIFIER_assert(r != 65536);",
    ),
    fails(Overflow, "negation", "int a = -2147483647 - 1; int r = -a; __VERIFIER_assert(r != a);"),
    fails(Overflow, "quotient", "int a = -2147483647 - 1, b = -1; int r = a / b;"),
    fails(Overflow, "remainder", "long a = -9223372036854775807L - 1, b = -1; long r = a % b;"),
    fails(Overflow, "increment", "int a = 2147483647; a++; __VERIFIER_assert(a > 0);"),
    fails(Overflow, "compound assignment", "int a = 1 << 30; a += a; __VERIFIER_assert(a > 0);"),
    passes(
        "narrow compound assignment",
        "signed char a = 127; a += 1; __VERIFIER_assert(a == -128);",
    ),
    fails(
        Overflow,
        "floating number to int",
        "double x = 3e9; int r = (int)x; __VERIFIER_assert(r != -2147483647 - 1);",
    ),
    fails(
        Overflow,
        "not a number to long",
        "double z = 0; long r = (long)(z / z); __VERIFIER_assert(r >= 0);",
    ),
    fails(
        Overflow,
        "negative to unsigned",
        "float x = -2.5f; unsigned r = (unsigned)x; __VERIFIER_assert(r == 7);",
    ),
    fails(
        Overflow,
        "large to unsigned long",
        "double x = 1e20; unsigned long r = (unsigned long)x; __VERIFIER_assert(r == 7);",
    ),
    fails(Div, "division by zero", "int a = 5, z = 0; int r = a / z;"),
    fails(Div, "remainder by zero", "unsigned a = 5, z = 0; unsigned r = a % z;"),
    passes(
        "floating division by zero",
        "double a = 5, z = 0; double r = a / z; __VERIFIER_assert(r > 1e300);",
    ),
    fails(
        Shift,
        "count too large",
        "int a = 1, n = 33; int r = a << n; __VERIFIER_assert(r != 2);",
    ),
    fails(
        Shift,
        "negative count",
        "long a = -8, n = -63; long r = a >> n; __VERIFIER_assert(r != -4);",
    ),
    fails(
        Shift,
        "compound shift",
        "unsigned char c = 1; int n = 40; c <<= n; __VERIFIER_assert(c == 1);",
    ),
    passes("lazy and", "int z = 0; int r = z && 5 / z; __VERIFIER_assert(r == 0);"),
    passes("lazy or", "int z = 0; int r = !z || 5 % z; __VERIFIER_assert(r == 1);"),
    passes("lazy conditional", "int z = 0; int r = z ? 5 / z : 7; __VERIFIER_assert(r == 7);"),
    fails(Div, "left before right", "int z = 0, m = 2147483647; int r = 5 / z + (m + 1);"),
    fails(Overflow, "right after left", "int z = 0, m = 2147483647; int r = (m + 1) + 5 / z;"),
    fails(Shift, "count before sum", "int n = 40, m = 2147483647; int r = (1 << n) + m + m;"),
    fails(Overflow, "in an argument", "take_#(m_# + 1);")
        .with("int m_# = 2147483647; void take_#(int x) { __VERIFIER_assert(x < 0); }"),
];

/// The address of a step follows from arithmetic that a check guards.
const ADDRESSES: [Subject; 6] = [
    fails(
        Shift,
        "index shifted",
        "int n = 33; int a[4] = {0, 0, 0, 0}; a[1 << n] = 7; __VERIFIER_assert(a[2] == 0);",
    ),
    fails(
        Overflow,
        "index converted",
        "double x = 3e9; int a[4] = {0, 0, 0, 0}; a[(int)x + 2147483647 + 1] = 7; __VERIFIER_assert(a[0] == 0);",
    ),
    fails(
        Overflow,
        "index overflows",
        "int m = 2147483647; int a[4] = {0, 0, 0, 0}; a[m + 1 + m + 2] = 7; __VERIFIER_assert(a[1] == 0);",
    ),
    passes(
        "unsigned index wraps",
        "unsigned u = 4294967295U; int a[4] = {0, 0, 0, 0}; a[u + 2] = 7; __VERIFIER_assert(a[1] == 7);",
    ),
    passes(
        "float index",
        "float f = 16777216.0f; int a[4] = {0, 0, 0, 0}; a[(int)(f + 1.0f - f)] = 7; __VERIFIER_assert(a[0] == 7);",
    ),
    passes(
        "char index",
        "unsigned char c = 255; int a[4] = {0, 0, 0, 0}; a[(signed char)c + 2] = 7; __VERIFIER_assert(a[1] == 7);",
    ),
];

const MEMORY: [Subject; 36] = [
    fails(Bounds, "index past the end", "int a[2], i = 2; a[i] = 1; reach_error();"),
    fails(
        Bounds,
        "index before the start",
        "int a[2] = {1, 2}, i = -1; int r = a[i]; reach_error();",
    ),
    fails(Bounds, "far index", "int a[2] = {1, 2}, i = 1000000; int r = a[i]; reach_error();"),
    fails(
        Bounds,
        "inner row",
        "int a[2][3] = {{0}}; int i = 0, j = 4; int r = a[i][j]; reach_error();",
    ),
    fails(
        Bounds,
        "inner array of a record",
        "struct { int a[2]; int b; } s = {{1, 2}, 3}; int i = 2; int r = s.a[i]; __VERIFIER_assert(r == 3);",
    ),
    fails(
        Bounds,
        "through a view",
        "struct { int a[2]; int b; } s = {{1, 2}, 3}; int *p = s.a; int r = p[2]; __VERIFIER_assert(r == 3);",
    ),
    fails(
        Bounds,
        "pointer past the end",
        "int a[2] = {1, 2}; int *p = a + 2; int r = *p; reach_error();",
    ),
    fails(
        Bounds,
        "pointer before the start",
        "int a[2] = {1, 2}; int *p = a; p--; *p = 5; reach_error();",
    ),
    fails(Bounds, "heap", "int *p = malloc(8); if (!p) return; p[2] = 1; reach_error();"),
    fails(
        Bounds,
        "half an element",
        "int *p = malloc(6); if (!p) return; p[1] = 1; reach_error();",
    ),
    fails(Bounds, "global", "g_#[i_#] = 1; reach_error();").with("int g_#[3], i_# = 3;"),
    fails(Bounds, "literal", "const char *s = \"ab\"; char c = s[3]; reach_error();"),
    fails(Bounds, "memcpy", "char a[4] = \"abc\", b[2]; memcpy(b, a, 3); reach_error();"),
    fails(Bounds, "memset", "char b[2]; int n = 3; memset(b, 0, n); reach_error();"),
    fails(Bounds, "strcpy", "char b[2]; strcpy(b, \"abc\"); reach_error();"),
    fails(Bounds, "wider access", "short s = 1; int r = *(int *)&s; reach_error();"),
    fails(Null, "null", "int *p = 0; int r = *p; reach_error();"),
    fails(Null, "null field", "struct s { int a, b; } *p = 0; p->b = 1; reach_error();"),
    fails(Null, "null index", "int *p = 0, i = 3; p[i] = 1; reach_error();"),
    fails(Null, "null copied from", "char b[2]; char *p = 0; memcpy(b, p, 2); reach_error();"),
    fails(Null, "null function", "void (*f)(void) = 0; f(); reach_error();"),
    fails(
        Lifetime,
        "after free",
        "int *p = malloc(4); if (!p) return; *p = 1; free(p); int r = *p; reach_error();",
    ),
    fails(
        Lifetime,
        "freed twice",
        "int *p = malloc(4); free(p); if (!p) return; free(p); reach_error();",
    ),
    fails(Lifetime, "frame that is gone", "int *p = give_#(); int r = *p; reach_error();")
        .with("int *give_#(void) { int x = 1; int *q = &x; return q; }"),
    fails(
        Lifetime,
        "block that is gone",
        "int *p; { int x = 1; p = &x; } int r = *p; reach_error();",
    ),
    fails(Lifetime, "free of a local", "int x = 1; int *p = &x; free(p); reach_error();"),
    fails(
        Lifetime,
        "free of a part",
        "char *p = malloc(4); if (!p) return; p++; free(p); reach_error();",
    ),
    fails(
        Lifetime,
        "after realloc",
        "char *p = malloc(4); if (!p) return; p[0] = 1; char *q = realloc(p, 8); if (!q) return; p[0] = 2; reach_error();",
    ),
    fails(Uninit, "local", "int x; int r = x; if (r > 3) r = 2; reach_error();"),
    fails(Uninit, "in a condition", "int x, r = 0; if (x > 3) r = 1; reach_error();"),
    fails(
        Uninit,
        "element",
        "int a[3]; a[0] = 1; int i = 1; int r = a[i]; if (r > 3) r = 2; reach_error();",
    ),
    fails(
        Uninit,
        "of the heap",
        "int *p = malloc(8); if (!p) return; int r = p[1]; if (r > 3) r = 2; reach_error();",
    ),
    fails(
        Uninit,
        "half of a number",
        "int x; char *p = (char *)&x; p[0] = 1; p[1] = 1; int r = x; if (r > 3) r = 2; reach_error();",
    ),
    fails(
        Uninit,
        "copied",
        "struct { int a, b; } s, t; s.a = 1; t = s; int r = t.b; if (r > 3) r = 2; reach_error();",
    ),
    // What is merely copied need not have a value.
    fails(
        Unreach,
        "bit-field",
        "struct { unsigned a : 3, b : 5; } s; s.a = 1; int r = s.b; reach_error();",
    ),
    passes(
        "field of a copy",
        "struct { int a, b; } s, t; s.a = 1; t = s; int r = t.a; __VERIFIER_assert(r == 1);",
    ),
];

const STATED: [Subject; 13] = [
    fails(Assert, "assertion", "int x = 1; __VERIFIER_assert(x == 2);"),
    fails(Unreach, "error", "int x = 1; if (x) reach_error();"),
    fails(Unreach, "unreachable", "int x = 1; if (x) __builtin_unreachable();"),
    fails(
        Contract,
        "stated assertion",
        "int x = 1;\n    /*@ assert x == 2; */\n    x = 3; __VERIFIER_assert(x == 3);",
    ),
    fails(Contract, "precondition", "twice_#(-1);")
        .with("/*@ requires x >= 0; */\nint twice_#(int x) { return 2 * x; }"),
    fails(Contract, "postcondition", "up_#(1);")
        .with("/*@ ensures \\result > x; */\nint up_#(int x) { return x; }"),
    fails(Contract, "old value", "bump_#();").with(
        "int n_# = 4;\n/*@ ensures n_# == \\old(n_#) + 1; */\nvoid bump_#(void) { n_# += 2; }",
    ),
    fails(
        Contract,
        "quantifier",
        "int a[3] = {1, 2, 3};\n    /*@ assert \\forall integer i; 0 <= i < 3 ==> a[i] <= 2; */\n    a[0] = 2;",
    ),
    fails(
        Contract,
        "valid",
        "int a[3] = {1, 2, 3}; int *p = a + 1;\n    /*@ assert \\valid(p + (0 .. 2)); */\n    a[0] = 2;",
    ),
    fails(
        Contract,
        "valid after free",
        "int *p = malloc(4); if (!p) return; free(p);\n    /*@ assert \\valid(p); */\n    p = 0;",
    ),
    passes("abort", "int x = 1; if (x == 2) abort();"),
    passes("exits", "int x = 1; if (x == 2) exit(3);"),
    fails(
        Div,
        "division in a contract",
        "int x = 1, z = 0;\n    /*@ assert x / z == 2; */\n    x = 3;",
    ),
];

#[test]
fn arithmetic() {
    hold_programs("checks of arithmetic", &ARITHMETIC);
}

#[test]
fn addresses() {
    hold_programs("addresses", &ADDRESSES);
}

#[test]
fn memory() {
    hold_programs("checks of memory", &MEMORY);
}

#[test]
fn stated() {
    hold_programs("stated checks", &STATED);
}
