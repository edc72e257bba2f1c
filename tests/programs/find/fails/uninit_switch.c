// find: fails kind=uninit line=24 function=fee
// input: category=3; days=10
// passing input: category=1; days=10
enum category { CHILD, ADULT, SENIOR, GUEST };

//@ requires 0 <= days && days <= 30;
int fee(enum category category, int days)
{
    int daily;
    switch (category) {
    case CHILD:
        daily = 0;
        break;
    case ADULT:
        daily = 5;
        break;
    case SENIOR:
        daily = 2;
        break;
    default:
        if (days < 10)
            return 0;
    }
    return daily * days;
}
