// Operations that say where they would fail, instead of failing.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { CK_assert = 1, CK_bounds, CK_null, CK_lifetime, CK_div, CK_overflow, CK_shift, CK_uninit, CK_unreach, CK_contract };
static jmp_buf ck_out;
static int ck_failed;
static void ck_fail(int line, int kind) { ck_failed = 16 * line + kind; longjmp(ck_out, 1); }
#define CK_FAIL(kind) ck_fail(__LINE__, CK_##kind)
#define CK_SIGNED(v) ((__typeof__(v))-1 < 0)
#define CK_LEAST(v) ((__typeof__(v))(1ULL << (8 * sizeof(v) - 1)))
#define CK_DIVIDED(l, r, op) ({ __typeof__((l) + (r)) l_ = (l), r_ = (r); if (r_ == 0) CK_FAIL(div); \
    if (CK_SIGNED(l_) && r_ == (__typeof__(r_))-1 && l_ == CK_LEAST(l_)) CK_FAIL(overflow); l_ op r_; })
#define CK_DIV(l, r) CK_DIVIDED(l, r, /)
#define CK_MOD(l, r) CK_DIVIDED(l, r, %)
#define CK_COMPUTED(l, r, name) ({ __typeof__((l) + (r)) l_ = (l), r_ = (r), s_; \
    if (__builtin_##name##_overflow(l_, r_, &s_) && CK_SIGNED(l_)) CK_FAIL(overflow); s_; })
#define CK_ADD(l, r) CK_COMPUTED(l, r, add)
#define CK_SUB(l, r) CK_COMPUTED(l, r, sub)
#define CK_MUL(l, r) CK_COMPUTED(l, r, mul)
#define CK_SHIFTED(l, r, op) ({ __typeof__(+(l)) l_ = (l); __typeof__(+(r)) r_ = (r); \
    if (r_ < 0 || (unsigned long)r_ >= 8 * sizeof(l_)) CK_FAIL(shift); l_ op r_; })
#define CK_SHL(l, r) CK_SHIFTED(l, r, <<)
#define CK_SHR(l, r) CK_SHIFTED(l, r, >>)
#define CK_INDEX(i, n) ({ long i_ = (long)(i); if (i_ < 0 || i_ >= (long)(n)) CK_FAIL(bounds); i_; })
#define CK_LENGTH(i, n) ({ unsigned long i_ = (unsigned long)(i); if (i_ > (unsigned long)(n)) CK_FAIL(bounds); i_; })
#define CK_TEXT(s, room) ({ const char *s_ = (s); if (strlen(s_) >= (unsigned long)(room)) CK_FAIL(bounds); s_; })
#define CK_POINTER(p) ({ __typeof__(p) p_ = (p); if (!p_) CK_FAIL(null); p_; })
#define CK_SET(v) ({ if (!v##_set) CK_FAIL(uninit); v; })
#define CK_ASSIGN(v, e) (v = (e), v##_set = 1)
#define CK_LIVE(p) ({ if (p##_freed) CK_FAIL(lifetime); p; })
#define CK_FREE(p) ({ if (p##_freed) CK_FAIL(lifetime); p##_freed = 1; })
#define CK_ARGUMENT(k) ({ long k_ = (k); if (k_ < 0 || k_ > argc) CK_FAIL(bounds); if (k_ == argc) CK_FAIL(null); argv[k_]; })
#define CK_ASSERT(c) do { if (!(c)) CK_FAIL(assert); } while (0)
#define CK_CONTRACT(c) do { if (!(c)) CK_FAIL(contract); } while (0);
#define CK_UNREACH() CK_FAIL(unreach)
#define CK_EXIT(code) longjmp(ck_out, 1)
#define CK_ABORT() longjmp(ck_out, 1)
#define CK_FOREVER(statement) longjmp(ck_out, 1)
