#ifndef INNER_H
#define INNER_H
#include "state.h"
#endif
