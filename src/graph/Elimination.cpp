#include "graph/Elimination.h"
