// args: one
int main(int argc, char **argv)
{
    return argv[argc + 1] != 0; //~ bounds@12: read of 8 bytes just past the end of argv
}
