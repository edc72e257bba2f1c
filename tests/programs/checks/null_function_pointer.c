static int (*handler)(int);

int main(void)
{
    return handler(3); //~ null@12: null function pointer called: handler
}
