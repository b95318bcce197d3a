/* Whole numbers only, and the same steps as in rollout.py: there it is said why a play is liked. */
#include "rollout.h"

enum { DARK_SCORE = -12000 };

/* splitmix64 */
static uint64_t throw_dice(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

typedef struct {
    int threat, hope, gain;
} Sight;

/* What a follower makes of the trick. */
static Sight sight_of(const Position *p, int seat)
{
    int unseen = 4 - p->out[p->led] - p->held[p->led].by[seat], threat = 0;
    int partner_wins = !((seat ^ p->winner) & 1);
    if (p->turn < 3 && unseen) {
        int size = 0;
        for (unsigned ranks = p->has[seat]; ranks; ranks &= ranks - 1)
            size += p->held[lowest(ranks)].by[seat];
        int hidden = p->plays_left - size;
        threat = 100 * ((4 - p->turn) / 2) * unseen * size / (hidden > 1 ? hidden : 1);
        if (threat > 90)
            threat = 90;
    }
    return (Sight){threat, p->turn == 1 && unseen ? 25 : 0, partner_wins ? threat : 200};
}

static int lead_score(const Rules *r, const Position *p, int rank, int stock)
{
    int points = r->values[rank], mine = p->held[rank].by[p->leader], unseen = 4 - p->out[rank] - mine;
    if (unseen)
        return 20000 * (mine - 1) - 6000 * unseen - 10000 * points;
    return stock ? 60000 - 2000 * points : 80000 + 2000 * points;
}

static int follow_score(const Rules *r, const Position *p, int seat, int rank, int stock, const Sight *sight)
{
    int points = r->values[rank], mine = p->held[rank].by[seat];
    int use = 16000 * (mine - 1) + (stock ? 4000 : 8000) * (4 - p->out[rank] - mine);
    if (rank == p->led)
        return (p->in_trick + points) * (100 - sight->threat) * sight->gain - use;
    if (sight->gain != 200) /* partner wins */
        return points * (100 - 2 * sight->threat) * 200 - use;
    return -points * (100 - 2 * sight->hope) * 200 - use;
}

/* The legal move of the highest score, the dice choosing among equals; -1 if there is none. */
static int chosen(const Rules *r, const Deal *d, const Position *p, uint64_t *dice)
{
    unsigned hand = from_hand(r, d, p);
    int seat = seat_of(p), stock = stock_left(d, p), dark = may_play_dark(r, d, p);
    if (!dark && !(hand & (hand - 1)))
        return hand ? lowest(hand) : -1;
    if (dark && !hand)
        return d->stock[p->used] | DARK;
    int equal[MOST_MOVES], equals = 0, best = INT32_MIN;
    Sight sight = {0, 0, 0};
    if (p->turn)
        sight = sight_of(p, seat);
    for (; hand; hand &= hand - 1) {
        int rank = lowest(hand);
        int score = p->turn ? follow_score(r, p, seat, rank, stock, &sight) : lead_score(r, p, rank, stock);
        if (score > best) {
            best = score;
            equals = 0;
        }
        if (score == best)
            equal[equals++] = rank;
    }
    if (dark && DARK_SCORE >= best) {
        if (DARK_SCORE > best)
            equals = 0;
        equal[equals++] = d->stock[p->used] | DARK;
    }
    return equals == 1 ? equal[0] : equal[throw_dice(dice) % (unsigned)equals];
}

int rollout(const Rules *r, const Deal *d, const Position *position, int move, uint64_t seed)
{
    Position p = *position;
    int is_legal = 0;
    if (p.plays_left && move >= 0 && move < DARK + RANKS) {
        if (move & DARK)
            is_legal = may_play_dark(r, d, &p) && move == (d->stock[p.used] | DARK);
        else
            is_legal = from_hand(r, d, &p) >> move & 1;
    }
    if (!is_legal)
        return -1;
    play(r, d, &p, move);
    while (p.plays_left) {
        move = chosen(r, d, &p, &seed);
        if (move < 0)
            return -2;
        play(r, d, &p, move);
    }
    return 4 * p.won + p.dirty;
}
