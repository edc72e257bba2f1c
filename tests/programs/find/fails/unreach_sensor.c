// find: fails kind=unreach line=18
// input: read_sensor#1=10; read_sensor#2=30; read_sensor#3=31
/* The filter forgets that two jumps can follow each other. */
extern int read_sensor(void);
void reach_error(void);

int main(void)
{
    int previous = read_sensor();
    int jumps = 0;
    for (int i = 0; i < 3; i++) {
        int now = read_sensor();
        if (now < 0 || now > 100 || previous < 0 || previous > 100)
            return 1;
        if (now - previous == 20)
            jumps++;
        if (jumps == 1 && now == previous + 1)
            reach_error();
        previous = now;
    }
    return 0;
}
