/* A machine in a loop over a switch with fallthrough, continue and a saved state. */
#include <stdio.h>

enum state { START, NUMBER, WORD, QUOTE, DONE };

static int count[5];

static enum state feed(enum state s, int c)
{
    switch (s) {
    case START:
        if (c == '"')
            return QUOTE;
        if (c >= '0' && c <= '9')
            return NUMBER;
        if (c == 0)
            return DONE;
        if (c != ' ')
            return WORD;
        break;
    case NUMBER:
        if (c >= '0' && c <= '9')
            break;
        count[NUMBER]++;
        return c ? c == ' ' ? START : WORD : DONE;
    case QUOTE:
        if (c && c != '"')
            break;
        count[QUOTE]++;
        /* fallthrough */
    case WORD:
        if (s == WORD && c && c != ' ')
            break;
        if (s == WORD)
            count[WORD]++;
        return c ? START : DONE;
    case DONE:
        break;
    }
    return s;
}

int main(void)
{
    const char *text = "12 apples, 7b \"quoted 3\" x 99";
    enum state s = START;
    for (int i = 0; s != DONE; i++) {
        s = feed(s, text[i]);
        printf("%d", s);
    }
    printf("\n%d %d %d\n", count[NUMBER], count[WORD], count[QUOTE]);
    return 0;
}
