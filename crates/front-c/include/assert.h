/* No guard: each inclusion looks at NDEBUG anew. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
void __whydunit_assert(int, const char *);
#define assert(e) __whydunit_assert((e) != 0, #e)
#endif
#undef static_assert
#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ <= 201710L)
#define static_assert _Static_assert
#endif
