//! Pointers inside and outside of their objects: how they compare, what they convert to, what an access through them does.

use whydunit_program::CheckKind::{Bounds, Lifetime, Null};

use super::programs::{Subject, fails, hold_programs, passes};

const POINTERS: [Subject; 28] = [
    passes("difference", "int a[5]; int *p = a + 4, *q = a + 1; long d = p - q; __VERIFIER_assert(d == 3);"),
    passes("order", "int a[5]; int *p = a + 4, *q = a + 1; __VERIFIER_assert(q < p); __VERIFIER_assert(p >= q);"),
    passes("one past", "int a[5]; int *p = a, *e = a + 5, n = 0; while (p != e) { p++; n++; } __VERIFIER_assert(n == 5);"),
    passes("before the start and back", "int a[5] = {1, 2, 3, 4, 5}; int *p = a - 1; p = p + 2; __VERIFIER_assert(*p == 2);"),
    passes("before the start compares", "int a[5]; int *p = a - 1, *q = a; __VERIFIER_assert(p < q);"),
    passes("far past compares", "int a[5]; int *p = a + 100, *q = a; __VERIFIER_assert(p > q); long d = p - q; __VERIFIER_assert(d == 100);"),
    passes("before the start as a number", "int a[5]; unsigned long x = (unsigned long)(a - 1), y = (unsigned long)a; __VERIFIER_assert(y - x == 4);"),
    fails(Bounds, "access before the start", "int a[5] = {0}; int *p = a - 1; int r = p[0];"),
    fails(Bounds, "access far past", "int a[5] = {0}; int *p = a + 100; *p = 1;"),
    fails(Bounds, "neighbour", "int a[2] = {1, 2}, b[2] = {3, 4}; int *p = a + 2; int r = *p; b[0] = r;"),
    passes("view compares with whole", "struct { int a[2]; int b; } s; int *p = s.a; int *q = (int *)&s; __VERIFIER_assert(p == q);"),
    passes("end of view and next field", "struct { int a[2]; int b; } s; int *p = s.a + 2; int *q = &s.b; __VERIFIER_assert(p == q);"),
    passes("view as a number", "struct { int x; int a[2]; } s; unsigned long u = (unsigned long)s.a - (unsigned long)&s; __VERIFIER_assert(u == 4);"),
    passes("container of", "struct t { int x; int a[2]; } s = {7, {1, 2}}; int *p = s.a; struct t *q = (struct t *)((char *)p - 4); __VERIFIER_assert(q->x == 7);"),
    passes("number and back", "int x = 5; unsigned long u = (unsigned long)&x; int *p = (int *)u; __VERIFIER_assert(*p == 5);"),
    passes("number with added bits", "int a[4] = {1, 2, 3, 4}; unsigned long u = (unsigned long)a; u |= 4; int *p = (int *)u; __VERIFIER_assert(*p == 2);"),
    passes("null compares", "int x; int *p = &x, *q = 0; __VERIFIER_assert(p != q); __VERIFIER_assert(!q); __VERIFIER_assert(p && 1);"),
    passes("null as a number", "int *q = 0; unsigned long u = (unsigned long)q; __VERIFIER_assert(u == 0);"),
    passes("null and nothing", "int *q = 0; int *p = q + 0; long d = p - q; __VERIFIER_assert(p == q && d == 0);"),
    fails(Null, "null and something", "int *q = 0; int *p = q + 2; int r = *p;"),
    passes("to bool", "int x; int *p = &x; _Bool b = p; _Bool c = (int *)0; __VERIFIER_assert(b && !c);"),
    passes("functions compare", "void (*f)(int) = first_#; void (*g)(int) = second_#; __VERIFIER_assert(f != g && f == first_#);").with("void first_#(int x) { } void second_#(int x) { }"),
    passes("called through a pointer", "int (*f)(int) = next_#; int r = f(4); __VERIFIER_assert(r == 5);").with("int next_#(int x) { return x + 1; }"),
    passes("pointer in bytes", "int x = 5; int *p = &x, *q; memcpy(&q, &p, sizeof p); __VERIFIER_assert(*q == 5);"),
    passes("pointer through a union", "int x = 5; union { int *p; unsigned long u; } v; v.p = &x; v.u += 0; __VERIFIER_assert(*v.p == 5);"),
    passes("char steps", "int a[2] = {1, 2}; char *p = (char *)a; p += 4; __VERIFIER_assert(*(int *)p == 2);"),
    passes("freed compares", "int *p = malloc(4), *q = malloc(4); if (!p || !q) return; free(p); __VERIFIER_assert(p != q);"),
    fails(Lifetime, "number of a dead object", "unsigned long u; { int x = 5; u = (unsigned long)&x; } int r = *(int *)u;"),
];

const BIT_FIELDS: [Subject; 14] = [
    passes(
        "unsigned",
        "struct { unsigned a : 3, b : 5; } s; s.a = 7; s.b = 17; int r = s.a + s.b; __VERIFIER_assert(r == 24);",
    ),
    passes(
        "signed",
        "struct { int a : 3; signed b : 5; } s; s.a = -4; s.b = 15; int r = s.a * s.b; __VERIFIER_assert(r == -60);",
    ),
    passes(
        "cut on assignment",
        "struct { unsigned a : 3; int b : 3; } s; s.a = 9; s.b = 5; __VERIFIER_assert(s.a == 1 && s.b == -3);",
    ),
    passes(
        "promotion",
        "struct { unsigned a : 3; } s; s.a = 0; int r = s.a - 1; __VERIFIER_assert(r == -1); __VERIFIER_assert(s.a - 1 < 0);",
    ),
    passes(
        "whole width",
        "struct { unsigned a : 32; } s; s.a = 0; __VERIFIER_assert(s.a - 1 > 0);",
    ),
    passes(
        "bool",
        "struct { _Bool a : 1; unsigned b : 7; } s; s.b = 5; s.a = 2; __VERIFIER_assert(s.a == 1 && s.b == 5);",
    ),
    passes(
        "increment wraps",
        "struct { unsigned a : 2; } s; s.a = 3; s.a++; __VERIFIER_assert(s.a == 0);",
    ),
    passes(
        "compound",
        "struct { int a : 4; int b : 4; } s; s.b = -1; s.a = 3; s.a += 6; __VERIFIER_assert(s.a == -7 && s.b == -1);",
    ),
    passes(
        "value of an assignment",
        "struct { unsigned a : 3; } s; int r = (s.a = 13); __VERIFIER_assert(r == 5);",
    ),
    passes(
        "shift",
        "struct { unsigned a : 5; } s; s.a = 21; int r = s.a << 29 >> 29; __VERIFIER_assert(r == -3);",
    ),
    passes(
        "across units",
        "struct { unsigned a : 20; unsigned b : 20; } s; s.a = 0xfffff; s.b = 0x12345; __VERIFIER_assert(s.a == 0xfffff && s.b == 0x12345);",
    ),
    passes(
        "as bytes",
        "union { struct { unsigned a : 4, b : 4; } s; unsigned char c; } u; u.c = 0; u.s.a = 3; u.s.b = 12; __VERIFIER_assert(u.c == 0xc3);",
    ),
    passes(
        "enum",
        "enum e_# { A_#, B_#, C_# }; struct { enum e_# a : 2; } s; s.a = C_#; __VERIFIER_assert(s.a == C_#);",
    ),
    passes(
        "at an index",
        "struct { unsigned a : 3, b : 5; } s[3]; int i = 1; s[i].b = 6; s[i].a = 2; __VERIFIER_assert(s[1].b == 6);",
    ),
];

#[test]
fn pointers() {
    hold_programs("pointers", &POINTERS);
}

#[test]
fn bit_fields() {
    hold_programs("bit-fields", &BIT_FIELDS);
}
