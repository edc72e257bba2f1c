// find: safe function=fee
// input: category=3; days=10
// input: category=0; days=30
enum category { CHILD, ADULT, SENIOR, GUEST };

/* Every way through the switch sets the fee. */
//@ requires 0 <= days && days <= 30;
int fee(enum category category, int days)
{
    int daily;
    switch (category) {
    case CHILD:
        return 0;
    case GUEST:
        days += 1;
        /* fall through */
    case ADULT:
        daily = 5;
        break;
    default:
        daily = 2;
    }
    return daily * days;
}
