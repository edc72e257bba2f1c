// find: fails kind=null line=17
// input: current_user#1=2
struct user {
    int id;
    int level;
};

extern struct user *lookup(int id);
extern int current_user(void);

int main(void)
{
    int id = current_user();
    if (id <= 0)
        return 1;
    struct user *user = lookup(id);
    return user->level > 3;
}
