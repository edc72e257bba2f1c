static const char *names[] = { "red", "green", "blue" };
enum color { RED, GREEN, BLUE, BLACK };

int main(void)
{
    enum color c = BLACK;
    return names[c][0]; //~ bounds@12: index 3 is out of bounds of names[3]
}
