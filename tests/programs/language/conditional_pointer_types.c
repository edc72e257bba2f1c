#include <stdio.h>

/* Only a plain `(void *)0` gives way to the other side; a null pointer of another type joins its qualifiers. */
#define TYPE(e) \
    _Generic((e), int *: "int *", const int *: "const int *", volatile int *: "volatile int *", \
             void *: "void *", const void *: "const void *", volatile void *: "volatile void *", \
             const volatile void *: "const volatile void *", default: "another type")

int main(void)
{
    int i = 0, *p = &i;
    const int *c = &i;
    puts(TYPE(i ? p : (void *)0));
    puts(TYPE(i ? p : (const void *)0));
    puts(TYPE(i ? (int volatile *)0 : (void const *)0));
    puts(TYPE(i ? (void volatile *)0 : c));
    puts(TYPE(i ? p : c));
    puts(TYPE(i ? (void *)0 : c));
    puts(TYPE(i ? 0 : c));
    puts(TYPE(i ? (void *)p : c));
    return 0;
}
