#ifndef _STDLIB_H
#define _STDLIB_H 1
#include <whydunit/types.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)1)
#define __ldiv_t_defined 1
#define __lldiv_t_defined 1
typedef struct {
    int quot;
    int rem;
} div_t;
typedef struct {
    long quot;
    long rem;
} ldiv_t;
typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *aligned_alloc(size_t, size_t);
_Noreturn void abort(void);
_Noreturn void exit(int);
_Noreturn void _Exit(int);
_Noreturn void quick_exit(int);
int atexit(void (*)(void));
int at_quick_exit(void (*)(void));
char *getenv(const char *);
int system(const char *);
double atof(const char *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double strtod(const char *__restrict, char **__restrict);
float strtof(const char *__restrict, char **__restrict);
long double strtold(const char *__restrict, char **__restrict);
long strtol(const char *__restrict, char **__restrict, int);
unsigned long strtoul(const char *__restrict, char **__restrict, int);
long long strtoll(const char *__restrict, char **__restrict, int);
unsigned long long strtoull(const char *__restrict, char **__restrict, int);
int rand(void);
void srand(unsigned int);
int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int mblen(const char *, size_t);
int mbtowc(wchar_t *__restrict, const char *__restrict, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *__restrict, const char *__restrict, size_t);
size_t wcstombs(char *__restrict, const wchar_t *__restrict, size_t);
#ifdef __WHYDUNIT_POSIX
#include <alloca.h>
#include <sys/types.h>
long random(void);
void srandom(unsigned int);
int rand_r(unsigned int *);
double drand48(void);
double erand48(unsigned short *);
long lrand48(void);
long nrand48(unsigned short *);
long mrand48(void);
long jrand48(unsigned short *);
void srand48(long);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int clearenv(void);
int posix_memalign(void **, size_t, size_t);
void *valloc(size_t);
void *reallocarray(void *, size_t, size_t);
int mkstemp(char *);
char *mkdtemp(char *);
char *mktemp(char *);
char *realpath(const char *__restrict, char *__restrict);
long a64l(const char *);
char *l64a(long);
int getsubopt(char **__restrict, char *const *__restrict, char **__restrict);
int getloadavg(double *, int);
#endif
#ifdef __WHYDUNIT_GNU
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
char *secure_getenv(const char *);
#endif
#endif
