static inline __attribute__((always_inline)) int count(const char *format, ...)
{
    return __builtin_va_arg_pack_len(); //~ error@12: not supported: `__builtin_va_arg_pack_len`
}

int main(void)
{
    return count("%d", 1);
}
