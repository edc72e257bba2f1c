// find: safe
// input: current_user#1=2
struct user {
    int id;
    int level;
};

extern struct user *lookup(int id);
extern int current_user(void);

int main(void)
{
    struct user *user = lookup(current_user());
    return user != 0 && user->level > 3;
}
