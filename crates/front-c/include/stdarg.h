#ifndef _STDARG_H
#define _STDARG_H 1
#include <whydunit/types.h>
#if defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L
#define va_start(list, ...) __builtin_va_start(list, 0)
#else
#define va_start(list, last) __builtin_va_start(list, last)
#endif
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define __va_copy(to, from) __builtin_va_copy(to, from)
#endif
#undef __need___va_list
