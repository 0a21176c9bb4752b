/* A procedure that prints, itself or through others, keeps the loop around its calls serial: its lines have an order.

   directives: 1
   expect i in printed: serial
   expect i in deeper: serial
   expect i in silent: parallel */
#include <stdio.h>

enum { n = 20 };
static double a[n];

static void show(double *x) { printf("%g\n", *x); *x += 1.0; }
static void pass(double *x) { show(x); }
static void add(double *x) { *x += 1.0; }

static void printed(void) { for (int i = 0; i < n; i++) show(&a[i]); }
static void deeper(void) { for (int i = 0; i < n; i++) pass(&a[i]); }
static void silent(void) { for (int i = 0; i < n; i++) add(&a[i]); }

int main(void)
{
    printed();
    silent();
    deeper();
    return 0;
}
