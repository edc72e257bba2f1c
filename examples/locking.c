/* A ticket is taken, but not on every path given back. */
int tickets = 0;

int serve(int queue, int waiting)
{
    int served = 0;
    tickets++;
    if (waiting != 0) {
        served = queue - 1;
    }
    if (queue > 3) {
        served = 3;
        tickets--;
    } else if (served > 0) {
        tickets--;
    }
    //@ assert tickets == 0;
    return served;
}
