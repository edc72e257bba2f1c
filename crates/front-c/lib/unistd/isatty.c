_Bool __whydunit_outside_isatty(int);

int isatty(int descriptor)
{
    return descriptor >= 0 && descriptor <= 2 ? __whydunit_outside_isatty(0) : 0;
}
