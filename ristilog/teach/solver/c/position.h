/* A position of a deal in numbers, what may be played in it, and what it becomes: the rules, and nothing else.
 *
 * Suits never matter, so a rank is a vector of four counts, one a seat. Everything here is a plain value: a
 * position is copied before it is played on, which is dearer than taking back, and cannot be got wrong.
 */
#ifndef RISTILOG_POSITION_H
#define RISTILOG_POSITION_H

#include <stdint.h>

enum { RANKS = 13, SEATS = 4, CARDS = 52, QUEEN = 10, KING = 11, DARK = 16, MOST_MOVES = RANKS + 1 };
enum { DARK_LEAD_NEVER, DARK_LEAD_IF_ALL_OUT, DARK_LEAD_ALWAYS };

typedef struct {
    uint8_t values[RANKS]; /* card points */
    uint8_t lead_limit;    /* 0: none */
    uint8_t dark_play, dark_lead, after_trick, king_ban, king_dark, cleaning, any_queen;
} Rules;

/* What does not change while one deal is searched. */
typedef struct {
    uint8_t stock[CARDS];
    int stock_size;
    uint16_t in_stock[CARDS + 1]; /* by how much of the stock is used: the ranks that are left in it */
} Deal;

/* Who holds how many cards of a rank; also to be compared and hashed at one go. */
typedef union {
    uint8_t by[SEATS];
    uint32_t all;
} Vector;

typedef struct {
    Vector held[RANKS];
    uint16_t has[SEATS];  /* the ranks that a seat holds, as bits */
    uint8_t out[RANKS];   /* played face up */
    uint8_t used;         /* cards gone from the stock */
    uint8_t plays_left;   /* to the end of the deal */
    uint8_t leader, winner, turn; /* seats of the trick in hand, and how many have played to it */
    uint8_t led, darks, phase;    /* its led rank; who played dark, by turn; whether it was led with stock left */
    uint8_t streak_rank, streak;
    uint8_t dirty;
    uint16_t ranks;  /* the ranks in the trick, as bits */
    int16_t in_trick; /* card points in the trick */
    int16_t won;      /* card points North-South have won */
    int16_t to_win;   /* card points of the tricks not yet won, this one included */
} Position;

/* The number of the lowest bit. */
static inline int lowest(unsigned bits)
{
#ifdef __GNUC__
    return __builtin_ctz(bits);
#else
    int number = 0;
    for (; !(bits & 1); bits >>= 1)
        number++;
    return number;
#endif
}

static inline int seat_of(const Position *p) { return (p->leader + p->turn) & 3; }
static inline int stock_left(const Deal *d, const Position *p) { return d->stock_size - p->used; }

static inline void take(Position *p, int seat, int rank)
{
    p->held[rank].by[seat]++;
    p->has[seat] = (uint16_t)(p->has[seat] | 1u << rank);
}

static inline void give_up(Position *p, int seat, int rank)
{
    if (!--p->held[rank].by[seat])
        p->has[seat] = (uint16_t)(p->has[seat] & ~(1u << rank));
}

/* The rank that may not be led now, or -1; whether the hand holds nothing else is not asked. */
static inline int barred_rank(const Rules *r, const Position *p)
{
    return !p->turn && r->lead_limit && p->streak >= r->lead_limit ? p->streak_rank : -1;
}

static inline int king_is_barred(const Rules *r, const Deal *d, const Position *p)
{
    return r->king_ban && p->out[KING] == 3 && stock_left(d, p);
}

/* The ranks that may be played from hand, as bits. */
static inline unsigned from_hand(const Rules *r, const Deal *d, const Position *p)
{
    unsigned ranks = p->has[seat_of(p)];
    int barred = barred_rank(r, p);
    if (barred >= 0 && ranks != 1u << barred)
        ranks &= ~(1u << barred);
    if (king_is_barred(r, d, p))
        ranks &= ~(1u << KING);
    return ranks;
}

static inline int may_play_dark(const Rules *r, const Deal *d, const Position *p)
{
    int barred = barred_rank(r, p);
    if (!r->dark_play || !stock_left(d, p) || (king_is_barred(r, d, p) && !r->king_dark))
        return 0;
    if (barred < 0 || r->dark_lead == DARK_LEAD_ALWAYS)
        return 1;
    return r->dark_lead == DARK_LEAD_IF_ALL_OUT && p->out[barred] == 4;
}

/* Which sides are dirty after a trick. */
static inline uint8_t dirty_after(const Rules *r, const Position *p)
{
    unsigned side = p->winner & 1 ? 2u : 1u;
    if (p->phase)
        return (uint8_t)(p->ranks >> QUEEN & 1 ? p->dirty | side : p->dirty);
    if (!(p->ranks >> KING & 1) || (r->any_queen ? p->ranks >> QUEEN & 1 : p->led == QUEEN))
        return p->dirty;
    return (uint8_t)(p->dirty & ~side);
}

static inline void turn_over(const Rules *r, const Deal *d, Position *p)
{
    if (r->after_trick)
        for (int i = 0; i < SEATS; i++) {
            int seat = (p->winner + i) & 3;
            if (!(p->darks >> ((seat - p->leader) & 3) & 1) && stock_left(d, p))
                take(p, seat, d->stock[p->used++]);
        }
    if (r->cleaning)
        p->dirty = dirty_after(r, p);
    if (!(p->winner & 1))
        p->won = (int16_t)(p->won + p->in_trick);
    p->to_win = (int16_t)(p->to_win - p->in_trick);
    p->leader = p->winner;
    p->turn = p->darks = 0;
    p->ranks = 0;
    p->in_trick = 0;
    p->phase = stock_left(d, p) > 0;
}

/* The position after a move, the draws and the turning over that follow it included. */
static inline void play(const Rules *r, const Deal *d, Position *p, int move)
{
    int seat = seat_of(p), rank = move & (DARK - 1);
    if (move & DARK) {
        p->used++;
        p->darks = (uint8_t)(p->darks | 1u << p->turn);
    } else {
        give_up(p, seat, rank);
        if (!r->after_trick && stock_left(d, p))
            take(p, seat, d->stock[p->used++]);
    }
    if (!p->turn) {
        p->led = (uint8_t)rank;
        p->winner = (uint8_t)seat;
        if (r->lead_limit) {
            p->streak = (uint8_t)(rank != p->streak_rank ? 1 : p->streak < r->lead_limit ? p->streak + 1 : p->streak);
            p->streak_rank = (uint8_t)rank;
        }
    } else if (rank == p->led) {
        p->winner = (uint8_t)seat;
    }
    p->out[rank]++;
    p->ranks = (uint16_t)(p->ranks | 1u << rank);
    p->in_trick = (int16_t)(p->in_trick + r->values[rank]);
    p->plays_left--;
    if (++p->turn == SEATS)
        turn_over(r, d, p);
}

#endif
