#include "not_there.h"

int f(void)
{
    return 1;
}
