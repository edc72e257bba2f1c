// whydunit: --input config=4
extern int config;
extern void reach_error(void);

int main(void)
{
    if (config == 4)
        reach_error(); //~ unreach@9: reach_error() was reached
    return 0;
}
