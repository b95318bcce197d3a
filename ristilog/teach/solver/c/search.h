/* The exact value of a position: what both sides playing best with all cards known make of it. */
#ifndef RISTILOG_SEARCH_H
#define RISTILOG_SEARCH_H

#include <stddef.h>

#include "position.h"

typedef struct {
    uint64_t key;
    int16_t low, high; /* the value is between them */
    uint16_t best;     /* the move that was best, see `Move.name` */
    uint8_t plays_left, age;
} Entry;

enum { GOING, NO_PLAY, STOPPED, NO_MEMORY };

typedef struct Search {
    Rules rules;
    uint8_t by_value[RANKS]; /* the ranks, dearest first */
    int honours;             /* how many of them are worth anything */
    uint16_t worthy;         /* which, as bits */
    uint16_t plain;          /* those that are worth nothing and stand in no rule, and can change places */
    int pack;
    /* What a deal brings, as places in the sorted list of all that it can bring: by dirty * (pack + 1) + points. */
    int16_t *worth;
    int16_t *same; /* the next higher points from which on it is another, or pack + 1 */

    Entry *table;
    size_t size, filled;
    uint8_t age;

    /* The query under way. */
    Deal deal;
    uint64_t stock_key[CARDS + 1];
    int by_worth; /* 0: card points to come, 1: what the deal brings */
    int watch_dark; /* whether a streak may stand against a dark lead */
    uint8_t killers[CARDS + 1][32][2];
    int state;

    uint64_t nodes; /* beginnings of tricks that were looked up, in all */
    uint64_t plays, look; /* plays in all, and at how many of them to ask whether to go on */
    int (*go_on)(void *asker); /* asked now and then; 0: stop */
    void *asker;
} Search;

/* Makes a search of zeroes ready; its rules, pack and worths must be there. */
void prepare(Search *search);

/* What the positions asked about next have in common; `in_stock` is filled in. */
void set_deal(Search *search, const Deal *deal);

/* The value of a position: card points of North-South at the end, or a place in the list of worths.
 * If `search->state` is not GOING afterwards, there is none. */
int solve(Search *search, const Position *position, int by_worth, int guess);

#endif
