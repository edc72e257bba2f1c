/* Types and settings that several of whydunit's headers share.
   Guard names of system headers are defined where a system header may follow that defines the same. */
#ifndef __WHYDUNIT_TYPES_H
#define __WHYDUNIT_TYPES_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __builtin_va_list va_list;
typedef __builtin_va_list __gnuc_va_list;
#define __GNUC_VA_LIST 1
#define _VA_LIST_DEFINED 1
#define __va_list__ 1
#define __size_t 1
#define _SIZE_T 1

#undef NULL
#define NULL ((void *)0)

#if !defined(__STRICT_ANSI__) || defined(_POSIX_SOURCE) || defined(_POSIX_C_SOURCE) || defined(_XOPEN_SOURCE) \
    || defined(_GNU_SOURCE) || defined(_DEFAULT_SOURCE) || defined(_BSD_SOURCE) || defined(_SVID_SOURCE)
#define __WHYDUNIT_POSIX 1
#endif
#ifdef _GNU_SOURCE
#define __WHYDUNIT_GNU 1
#endif

#endif
