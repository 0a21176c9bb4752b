// How much memory a call takes at a time: what it allocates, by the allocator's own account (the
// program is linked with --wrap for malloc and its kin), and how deep its stack grows, in pages.
#pragma once

#include <functional>

long peakMemory(const std::function<void()> &);
