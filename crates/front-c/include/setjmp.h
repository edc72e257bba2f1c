#ifndef _SETJMP_H
#define _SETJMP_H 1
#include <whydunit/types.h>
typedef struct {
    long __whydunit_saved[25];
} jmp_buf[1];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
#define setjmp(environment) setjmp(environment)
#ifdef __WHYDUNIT_POSIX
typedef jmp_buf sigjmp_buf;
int _setjmp(jmp_buf);
_Noreturn void _longjmp(jmp_buf, int);
int sigsetjmp(sigjmp_buf, int);
_Noreturn void siglongjmp(sigjmp_buf, int);
#endif
#endif
