struct flags { unsigned set : 3, beside : 5; };

int main(void)
{
    struct flags flags;
    flags.set = 2;
    if (flags.set != 2)
        return 1;
    return flags.beside; //~ uninit@12: flags.beside is used uninitialised (flags)
}
