/* The right operand of && and || runs only when it decides. */
#include <stdio.h>

static int log_[40], used;

static int say(int k, int truth)
{
    log_[used++] = k;
    return truth;
}

int main(void)
{
    int r[8];
    r[0] = say(1, 0) && say(2, 1);
    r[1] = say(3, 1) && say(4, 0);
    r[2] = say(5, 0) || say(6, 3);
    r[3] = say(7, 2) || say(8, 0);
    r[4] = (say(9, 1) || say(10, 1)) && !say(11, 0);
    r[5] = say(12, 0) || (say(13, 1) && say(14, 0)) || say(15, 9);
    r[6] = !(say(16, 1) && (say(17, 0) || say(18, 0)));
    int i = 0;
    r[7] = (i++ && i++) || (i++ && ++i);
    if (say(19, 1) ? say(20, 0) : say(21, 1))
        r[0] = 99;
    while (say(22, used < 30) && say(23, 1))
        if (say(24, used > 27) || say(25, 0))
            break;
    for (int k = 0; k < 8; k++)
        printf("%d ", r[k]);
    printf("%d\n", i);
    for (int k = 0; k < used; k++)
        printf("%d ", log_[k]);
    printf("\n");
    return 0;
}
