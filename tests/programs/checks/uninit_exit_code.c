static int choose(void)
{
    int result;
    return result;
}

int main(void)
{
    int code = choose();
    return code; //~ uninit@12: code comes from result (line 3), which has no value
}
