// args: one
int main(int argc, char **argv)
{
    return argv[argc + 1] != 0; //~ bounds@12
}
