int towlower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

int towupper(int c)
{
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}
