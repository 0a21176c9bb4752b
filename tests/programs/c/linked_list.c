/* A linked list sorted by insertion through pointers to pointers. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static void insert(struct node **head, int key)
{
    struct node *n = malloc(sizeof(struct node));
    n->key = key;
    while (*head && (*head)->key < key)
        head = &(*head)->next;
    n->next = *head;
    *head = n;
}

static int erase(struct node **head, int key)
{
    for (; *head; head = &(*head)->next) {
        if ((*head)->key == key) {
            struct node *gone = *head;
            *head = gone->next;
            free(gone);
            return 1;
        }
    }
    return 0;
}

static struct node *reverse(struct node *list)
{
    struct node *done = NULL, *next;
    for (; list; list = next) {
        next = list->next;
        list->next = done;
        done = list;
    }
    return done;
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0, k = 3; i < 10; i++, k = (k * 7 + 4) % 23)
        insert(&list, k);
    printf("%d %d\n", erase(&list, 3), erase(&list, 100));
    list = reverse(list);
    while (list) {
        struct node *next = list->next;
        printf("%d ", list->key);
        free(list);
        list = next;
    }
    printf("\n");
    return 0;
}
