/* What the random nests of the dependence oracle are run with: every access is noted under each loop
   around it, and each run of a loop says whether two of its iterations touched one address, one of them
   writing. The nests are in the file that includes this one. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 3, SLOTS = 1 << 15, MOST = SLOTS / 2 };
#define TOO_LARGE (1LL << 40) /* where the languages' integers might overflow, nothing is promised */

struct slot {
    uint64_t run;
    int64_t address, least, most;
    int wrote, update;
};

static struct slot table[LEVELS][SLOTS];
static uint64_t run[LEVELS];      /* number of the loop's run, never reused */
static int64_t counter[LEVELS], iterations[LEVELS];
static int filled[LEVELS], dependent[LEVELS], depth;
static int broken;                /* too large or too many: this set of parameters is left out */

/* What main asks for. */
static int wanted;                /* report every run of these levels, as bits */
static int reduced[LEVELS];       /* updates that the loop is said to be a reduction by, as bits */
static long nest_number, values[5];
static long ran[LEVELS], met[LEVELS];
static char *lines;
static size_t used, room;

static void begin(int level)
{
    ++run[level];
    iterations[level] = filled[level] = dependent[level] = 0;
    depth = level + 1;
}

static void iterate(int level, int64_t value)
{
    counter[level] = value;
    ++iterations[level];
}

static void end(int level)
{
    depth = level;
    if (iterations[level] < 2 || broken)
        return;
    ++ran[level];
    met[level] += dependent[level];
    if (!(wanted >> level & 1))
        return;
    if (room - used < 200)
        lines = realloc(lines, room = 2*room + 4096);
    used += sprintf(lines + used, "run %ld %d %d %ld %ld %ld %ld %ld %lld %lld\n", nest_number, level,
                    dependent[level], values[0], values[1], values[2], values[3], values[4],
                    (long long)counter[0], (long long)counter[1]);
}

/* An address that only statements `element += ...` of one number touch may be reduced. */
static int is_reduced(int level, const struct slot *s)
{
    return s->update > 0 && (reduced[level] >> s->update & 1);
}

/* `update`: the number of `element += ...`; 0 for what is none. */
static void touch(int64_t address, int writes, int update)
{
    if (address > TOO_LARGE || address < -TOO_LARGE)
        broken = 1;
    for (int level = 0; level < depth && !broken; ++level) {
        uint64_t at = ((uint64_t)address*0x9e3779b97f4a7c15u + run[level]*0xbf58476d1ce4e5b9u) >> 40;
        struct slot *s;
        for (;; ++at) {
            s = &table[level][at % SLOTS];
            if (s->run != run[level] || s->address == address)
                break;
        }
        if (s->run != run[level]) {
            *s = (struct slot){run[level], address, counter[level], counter[level], 0, update};
            broken |= ++filled[level] > MOST;
        }
        if (counter[level] < s->least)
            s->least = counter[level];
        if (counter[level] > s->most)
            s->most = counter[level];
        s->wrote |= writes;
        if (s->update != update)
            s->update = 0;
        dependent[level] |= s->wrote && s->least != s->most && !is_reduced(level, s);
    }
}

static int64_t checked(int64_t value)
{
    if (value > TOO_LARGE || value < -TOO_LARGE) {
        broken = 1;
        return 0;
    }
    return value;
}

static uint64_t state;

static long pick(long least, long most)
{
    state = state*6364136223846793005u + 1442695040888963407u;
    return least + (long)((state >> 33) % (uint64_t)(most - least + 1));
}

/* The parameters n, m, p, q, k: small ones of every kind; `wide`: 1, also far apart; 2, now and then large: what
   lies far apart may meet only then. */
static void choose(int set, int wide, double *c)
{
    static const long counts[] = {0, 1, 2, 3, 5, 7, 13}, others[] = {0, 1, 2, 3, 5, 12};
    long span = wide ? (set % 3 + 1)*7 : 4;
    long large = wide == 2 && set % 16 == 0 ? 48 : 24;
    values[0] = wide ? pick(2, set % 4 ? 12 : large) : counts[set % 7];
    values[1] = wide ? pick(-2, large) : others[pick(0, 5)];
    values[2] = pick(-3, span); /* a lower bound of loops: i + 3 is not negative */
    values[3] = pick(-span, span);
    values[4] = pick(-span, span + 1);
    for (int i = 0; i < 200; ++i)
        c[i] = pick(0, 1) ? 1.0 : -1.0;
}

typedef void function(long n, long m, long p, long q, int64_t k, const double *c);

/* SETS WIDE, then for each nest its number, the levels to report every run of, and the updates by which each level is
   reduced. */
static int enumerate(int argc, char **argv, function *const *nests)
{
    int sets = atoi(argv[1]), wide = atoi(argv[2]);
    double c[200];
    for (int a = 3; a + 1 + LEVELS < argc; a += 2 + LEVELS) {
        int number = atoi(argv[a]);
        wanted = atoi(argv[a + 1]);
        for (int level = 0; level < LEVELS; ++level)
            reduced[level] = atoi(argv[a + 2 + level]);
        nest_number = number;
        state = (uint64_t)number*77777 + 5 + (uint64_t)wide;
        for (int level = 0; level < LEVELS; ++level)
            ran[level] = met[level] = 0;
        for (int set = 0; set < sets; ++set) {
            long before_ran[LEVELS], before_met[LEVELS];
            size_t before = used;
            for (int level = 0; level < LEVELS; ++level) {
                before_ran[level] = ran[level];
                before_met[level] = met[level];
                counter[level] = 0;
            }
            choose(set, wide, c);
            broken = depth = 0;
            nests[number](values[0], values[1], values[2], values[3], values[4], c);
            if (!broken)
                continue;
            used = before;
            for (int level = 0; level < LEVELS; ++level) {
                ran[level] = before_ran[level];
                met[level] = before_met[level];
            }
        }
        fwrite(lines, 1, used, stdout);
        used = 0;
        for (int level = 0; level < LEVELS; ++level)
            if (ran[level])
                printf("all %d %d %ld %ld\n", number, level, ran[level], met[level]);
    }
    return 0;
}
