#ifndef _STDDEF_H
#define _STDDEF_H 1
#include <whydunit/types.h>
typedef struct {
    long long __whydunit_align_ll __attribute__((aligned(8)));
    long double __whydunit_align_ld __attribute__((aligned(16)));
} max_align_t;
#if defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L
typedef __typeof__(nullptr) nullptr_t;
#ifndef unreachable
#define unreachable() __builtin_unreachable()
#endif
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
/* System headers ask for single definitions; all of them are there. */
#include <whydunit/types.h>
#undef __need_size_t
#undef __need_wchar_t
#undef __need_ptrdiff_t
#undef __need_NULL
#undef __need_wint_t
#ifndef __wint_t_defined
#define __wint_t_defined 1
#define _WINT_T 1
typedef __WINT_TYPE__ wint_t;
#endif
