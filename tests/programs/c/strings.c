/* Strings by hand and by library, escapes, adjacent literals, character arithmetic. */
#include <stdio.h>
#include <string.h>

static int equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static void upper(char *s)
{
    for (; *s; ++s)
        if (*s >= 'a' && *s <= 'z')
            *s += 'A' - 'a';
}

static int to_digits(unsigned n, int base, char *out)
{
    char tmp[40];
    int k = 0, i;
    do
        tmp[k++] = "0123456789abcdef"[n % (unsigned)base];
    while (n /= (unsigned)base);
    for (i = 0; i < k; i++)
        out[i] = tmp[k - 1 - i];
    out[k] = '\0';
    return k;
}

int main(void)
{
    char word[] = "mixed Case", out[40];
    printf("%d %d\n", equal("abc", "abc"), equal("abc", "abd"));
    upper(word + 1);
    printf("%s %zu %zu\n", word, sizeof word, strlen(word));
    for (int b = 2; b <= 16; b += 7) {
        int n = to_digits(3735928559u, b, out);
        printf("%d %s\n", n, out);
    }
    printf("tab\there \"quoted\" back\\slash \x41 \101 "
           "joined %d%%\n", (int)strlen("a\0b"));
    const char *p = strchr(word, ' ');
    printf("%d %c %d\n", p ? (int)(p - word) : -1, *(p + 1), '\n' + '\'');
    return 0;
}
