/* break of the switch, continue of the loop, return from both. */
#include <stdio.h>

static int scan(const char *s)
{
    int depth = 0, most = 0;
    for (; *s; s++) {
        switch (*s) {
        case ' ':
            continue;
        case '(':
            depth++;
            if (depth > most)
                most = depth;
            break;
        case ')':
            if (depth == 0)
                return -1;
            depth--;
            break;
        case ';':
            if (depth)
                break;
            return most;
        default:
            if (*s >= '0' && *s <= '9')
                continue;
            return -2;
        }
        most += 10;
    }
    return depth ? -3 : most;
}

int main(void)
{
    const char *tests[] = {"(1 (2) 3)", "())", "((", "(a)", "(1;2) ; (((", ""};
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
        printf("%d\n", scan(tests[i]));
    return 0;
}
