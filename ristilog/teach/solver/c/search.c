/* Alpha-beta over the plays of a deal, fail-soft, with a table at the beginnings of tricks.
 *
 * Values are North-South's: card points still to come, so that one entry of the table serves whatever was won before;
 * or, where that does not decide what a deal brings, places in the sorted list of what it can bring, and then points
 * and dirty sides are part of the key. What makes it fast, in order of what it saves: the table; trying the likely
 * moves first; keys that are the same for positions that only differ in the names of their worthless ranks; one kind
 * of safe lead, whatever its rank; and what safe leads in a row are worth at least.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 1 << 15, LAST_SIZE = 1 << 20, NODES_BETWEEN_LOOKS = 1 << 15 };

typedef struct {
    uint8_t move;
    uint16_t name; /* what the move is in every position with the same key: a worthless rank goes by its vector */
    int score;
} Move;

/* splitmix64's last step: every bit of the sum of such numbers depends on every bit of all that went in. */
static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* ---- equal under another name ---- */

/* Whether the streak can still keep a rank from being led. A ban needs one more card of the rank than leads are left
 * to the limit; while there is stock, a barred rank may also keep the leader from playing dark, whatever is unplayed. */
static int streak_matters(const Search *s, const Position *p)
{
    const Rules *r = &s->rules;
    if (!r->lead_limit || !p->streak)
        return 0;
    if (s->watch_dark && stock_left(&s->deal, p))
        return 1;
    return s->deal.total[p->streak_rank] - p->out[p->streak_rank] + p->streak > r->lead_limit;
}

/* Whether a vector is a safe lead of whoever holds it, like any other: nobody can take it, and no ban can stop it. */
static int is_safe(const Search *s, const Position *p, unsigned vector, int seat)
{
    unsigned count = vector >> (3 * seat);
    if (vector & ~(7u << (3 * seat)) || !count)
        return 0;
    return !s->rules.lead_limit || (!stock_left(&s->deal, p) && count <= s->rules.lead_limit);
}

static uint64_t key_of(const Search *s, const Position *p)
{
    unsigned in_stock = s->deal.in_stock[p->used];
    int marked = streak_matters(s, p) ? p->streak_rank : -1;
    uint64_t sum = s->stock_key[p->used] ^ s->salt, safe = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        uint64_t vector = p->held[rank];
        uint64_t kind = in_stock >> rank & 1 ? 16u + (unsigned)rank : s->kind[rank];
        if (rank == marked) {
            sum += mixed(vector | kind << 12 | (uint64_t)p->streak << 20 | 1u << 24);
            continue;
        }
        if (!vector)
            continue;
        if (s->plain >> rank & 1 && !(in_stock >> rank & 1)) {
            int seat = vector < 8 ? 0 : vector < 64 ? 1 : vector < 512 ? 2 : 3;
            if (is_safe(s, p, (unsigned)vector, seat)) {
                safe += (vector >> (3 * seat)) << (8 * seat);
                continue;
            }
        }
        sum += mixed(vector | kind << 12 | 1u << 25);
    }
    sum += mixed(safe | (uint64_t)p->leader << 32 | (uint64_t)1 << 34);
    if (s->by_worth)
        sum += mixed((uint64_t)p->won | (uint64_t)p->dirty << 16 | (uint64_t)1 << 35);
    return sum;
}

/* ---- the table ---- */

static Entry *entry_of(const Search *s, uint64_t key, const Position *p)
{
    Entry *first = &s->table[key & (s->size - 1)], *second = &s->table[(key & (s->size - 1)) ^ 1];
    if (first->key == key)
        return first;
    if (second->key == key)
        return second;
    if (!first->plays_left || (second->plays_left && (first->age != s->age || first->plays_left <= p->plays_left)))
        return first;
    return second;
}

/* Four times the table, if that can be had; else things go on with the one that is there. */
static void grow(Search *s)
{
    size_t size = s->size * 4;
    Entry *old = s->table, *table = calloc(size, sizeof *table);
    if (!table)
        return;
    for (size_t i = 0; i < s->size; i++) {
        size_t place = old[i].key & (size - 1);
        if (old[i].plays_left)
            table[table[place].plays_left ? place ^ 1 : place] = old[i];
    }
    s->table = table;
    s->size = size;
    free(old);
}

static void keep(Search *s, uint64_t key, const Position *p, int value, int alpha, int beta, uint16_t best)
{
    Entry *e = entry_of(s, key, p);
    if (e->key != key || !e->plays_left) {
        if (!e->plays_left && ++s->filled > s->size / 2 && s->size < LAST_SIZE) {
            grow(s);
            e = entry_of(s, key, p);
        }
        *e = (Entry){key, INT16_MIN, INT16_MAX, best, p->plays_left, s->age};
    }
    if (value > alpha)
        e->low = (int16_t)value;
    if (value < beta)
        e->high = (int16_t)value;
    e->best = best;
    e->age = s->age;
}

/* ---- bounds ---- */

/* The dearest cards of a hand, so many of them, in card points. */
static int dearest(const Search *s, const Position *p, int seat, int cards)
{
    int points = 0;
    for (int i = 0; i < s->honours && cards > 0; i++) {
        int rank = s->by_value[i], count = (int)count_of(p, rank, seat);
        if (count > cards)
            count = cards;
        points += count * s->rules.values[rank];
        cards -= count;
    }
    return points;
}

/* What the leader's side wins at least, the stock being empty: by leading what nobody else holds, as often as no ban
 * can stop it, while partner throws the dearest cards on it and the opponents their cheapest. */
static int safe_leads(const Search *s, const Position *p)
{
    int cards = p->plays_left / SEATS, leads = 0, points = 0, leader = p->leader;
    unsigned ranks = p->has[leader] & ~(unsigned)(p->has[(leader + 1) & 3] | p->has[(leader + 2) & 3] | p->has[(leader + 3) & 3]);
    if (!ranks)
        return 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (ranks >> rank & 1) {
            int count = (int)count_of(p, rank, leader), limit = s->rules.lead_limit;
            if (limit && rank == p->streak_rank)
                limit -= p->streak;
            if (s->rules.lead_limit && count > limit)
                count = limit;
            leads += count;
            points += count * s->rules.values[rank];
        }
    if (!leads)
        return 0;
    points += dearest(s, p, (leader + 2) & 3, leads);
    for (int i = 1; i < SEATS; i += 2)
        points += dearest(s, p, (leader + i) & 3, cards) - dearest(s, p, (leader + i) & 3, cards - leads);
    return points;
}

/* The least or the most (`sign` 1 or -1) that the deal can still bring, if North-South come to so many points. */
static int reachable(const Search *s, const Position *p, int least, int most, int sign)
{
    int best = INT16_MAX, can_dirty = 0, can_clean = 0;
    if (s->rules.cleaning) {
        can_dirty = p->phase && s->deal.total[QUEEN] - p->out[QUEEN] > 0;
        can_clean = s->deal.total[KING] - p->out[KING] > 0;
    }
    for (int dirty = 0; dirty < 4; dirty++) {
        if ((dirty & ~p->dirty && !can_dirty) || (p->dirty & ~dirty && !can_clean))
            continue;
        int row = dirty * (s->pack + 1);
        for (int points = least; points <= most; points = s->same[row + points])
            if (sign * s->worth[row + points] < best)
                best = sign * s->worth[row + points];
    }
    return sign * best;
}

/* ---- moves, the likely ones first ---- */

static int lead_score(const Search *s, const Position *p, int seat, int rank)
{
    int value = s->rules.values[rank];
    int left = p->has[(seat + 1) & 3] >> rank & 1, partner = p->has[(seat + 2) & 3] >> rank & 1;
    int right = p->has[(seat + 3) & 3] >> rank & 1;
    if (!left && !right)
        return partner ? 50 + value : 60 + value;
    if (right)
        return -20 - 3 * value;
    return partner ? 20 - value : -10 - 2 * value;
}

static int follow_score(const Search *s, const Position *p, int seat, int rank)
{
    int value = s->rules.values[rank], mine = seat & 1, last = -1;
    for (int turn = p->turn + 1; turn < SEATS; turn++)
        if (p->has[(p->leader + turn) & 3] >> p->led & 1)
            last = (p->leader + turn) & 1;
    int without = last < 0 ? p->winner & 1 : last, with = last < 0 ? mine : last;
    if (rank == p->led) {
        if (without != mine && with == mine)
            return 30 + 4 * (p->in_trick + value);
        return with == mine ? 4 * value - 6 : -4 * value - 8;
    }
    return without == mine ? 4 * value : -4 * value;
}

/* Of moves that come to the same only one is given. With stock left and draws at once, playing dark is playing the
 * rank of the top, which the hand would have drawn; so the top is looked at as if it were in hand already. */
static int moves_of(Search *s, const Position *p, uint16_t best, Move *moves)
{
    const Deal *d = &s->deal;
    int seat = seat_of(p), n = 0, has_safe = 0, stock = stock_left(d, p);
    int top = stock ? d->stock[p->used] : -1, drawn = stock && !s->rules.after_trick ? top : -1;
    unsigned hand = from_hand(&s->rules, d, p), ranks = hand, in_stock = d->in_stock[p->used + (drawn >= 0)];
    int dark = stock && may_play_dark(&s->rules, d, p);
    int apart = p->turn ? p->led : streak_matters(s, p) ? p->streak_rank : -1; /* never like another */
    if (dark && drawn >= 0)
        ranks |= 1u << top;
    for (int rank = 0; rank < RANKS; rank++) {
        if (!(ranks >> rank & 1))
            continue;
        unsigned vector = p->held[rank] + (rank == drawn ? one_of(seat) : 0);
        uint16_t name = (uint16_t)(1u << 15 | (unsigned)rank);
        if (s->plain >> rank & 1 && !(in_stock >> rank & 1) && rank != apart) {
            int again = 0;
            name = (uint16_t)vector;
            if (is_safe(s, p, vector, seat)) {
                again = has_safe;
                has_safe = 1;
                name = 1u << 14;
            } else
                for (int i = 0; i < n; i++)
                    again |= moves[i].name == name;
            if (again)
                continue;
        }
        int score = p->turn ? follow_score(s, p, seat, rank) : lead_score(s, p, seat, rank);
        moves[n++] = (Move){(uint8_t)(hand >> rank & 1 ? rank : rank | DARK), name, score};
    }
    if (dark && drawn < 0)
        moves[n++] = (Move){(uint8_t)(top | DARK), (uint16_t)(1u << 13 | (unsigned)top), p->turn ? follow_score(s, p, seat, top) : lead_score(s, p, seat, top)};
    const uint8_t *killers = s->killers[p->plays_left];
    for (int i = 0; i < n; i++) {
        Move move = moves[i];
        int j = i;
        if (move.name == best)
            move.score += 1000;
        else if (move.move == killers[0])
            move.score += 100;
        else if (move.move == killers[1])
            move.score += 50;
        for (; j > 0 && moves[j - 1].score < move.score; j--)
            moves[j] = moves[j - 1];
        moves[j] = move;
    }
    return n;
}

/* ---- the search ---- */

static int turn(Search *s, const Position *p, int alpha, int beta)
{
    int low = INT16_MIN, high = INT16_MAX;
    uint64_t key = 0;
    uint16_t best_name = 0;
    if (!p->turn) {
        if (!p->plays_left)
            return s->by_worth ? s->worth[p->dirty * (s->pack + 1) + p->won] : 0;
        int least = 0, most = p->to_win;
        if (!stock_left(&s->deal, p)) {
            int sure = safe_leads(s, p);
            if (p->leader & 1)
                most -= sure;
            else
                least = sure;
        }
        if (s->by_worth) {
            low = reachable(s, p, p->won + least, p->won + most, 1);
            high = reachable(s, p, p->won + least, p->won + most, -1);
        } else {
            low = least;
            high = most;
        }
        if (low >= beta || low == high)
            return low;
        if (high <= alpha)
            return high;
        key = key_of(s, p);
        Entry *e = entry_of(s, key, p);
        if (e->key == key && e->plays_left) {
            if (e->low > low)
                low = e->low;
            if (e->high < high)
                high = e->high;
            if (low >= beta || low == high)
                return low;
            if (high <= alpha)
                return high;
            best_name = e->best;
        }
        if (low > alpha)
            alpha = low;
        if (high < beta)
            beta = high;
    }

    Move moves[MOST_MOVES];
    int n = moves_of(s, p, best_name, moves), north = !(seat_of(p) & 1);
    int best = north ? INT16_MIN : INT16_MAX, from = alpha, to = beta;
    if (!n) {
        s->state = NO_PLAY;
        return 0;
    }
    for (int i = 0; i < n; i++) {
        Position next = *p;
        play(&s->rules, &s->deal, &next, moves[i].move);
        if (!(++s->nodes % NODES_BETWEEN_LOOKS) && !s->go_on(s->asker))
            s->state = STOPPED;
        int gain = s->by_worth ? 0 : next.won - p->won;
        int value = gain + turn(s, &next, from - gain, to - gain);
        if (s->state != GOING)
            return 0;
        if (north ? value > best : value < best) {
            best = value;
            best_name = moves[i].name;
        }
        if (north && best > from)
            from = best;
        if (!north && best < to)
            to = best;
        if (from >= to) {
            uint8_t *killers = s->killers[p->plays_left];
            if (killers[0] != moves[i].move) {
                killers[1] = killers[0];
                killers[0] = moves[i].move;
            }
            break;
        }
    }
    if (!p->turn) {
        if (best < low)
            best = low;
        if (best > high)
            best = high;
        keep(s, key, p, best, alpha, beta, best_name);
    }
    return best;
}

int solve(Search *s, const Position *p, int by_worth)
{
    s->by_worth = by_worth;
    s->state = GOING;
    if (!s->table) {
        s->table = calloc(FIRST_SIZE, sizeof *s->table);
        if (!s->table) {
            s->state = NO_MEMORY;
            return 0;
        }
        s->size = FIRST_SIZE;
    }
    s->age++;
    int won = by_worth ? 0 : p->won;
    return won + turn(s, p, INT16_MIN, INT16_MAX);
}

void prepare(Search *s)
{
    int row = s->pack + 1, n = 0;
    for (int value = 255; value >= 0; value--)
        for (int rank = 0; rank < RANKS; rank++)
            if (s->rules.values[rank] == value) {
                s->by_value[n++] = (uint8_t)rank;
                s->honours += value > 0;
            }
    for (int i = 4 * row - 1; i >= 0; i--)
        s->same[i] = (int16_t)(i % row == s->pack ? row : s->worth[i] == s->worth[i + 1] ? s->same[i + 1] : i % row + 1);
    s->watch_dark = s->rules.dark_play && s->rules.dark_lead != DARK_LEAD_ALWAYS;
}

void set_deal(Search *s, const Deal *deal)
{
    uint64_t salt = 0;
    s->deal = *deal;
    s->stock_key[deal->stock_size] = 0;
    s->deal.in_stock[deal->stock_size] = 0;
    for (int i = deal->stock_size - 1; i >= 0; i--) {
        uint64_t place = (uint64_t)(deal->stock_size - i) << 8 | deal->stock[i] | (uint64_t)1 << 40;
        s->stock_key[i] = s->stock_key[i + 1] + mixed(place);
        s->deal.in_stock[i] = (uint16_t)(s->deal.in_stock[i + 1] | 1u << deal->stock[i]);
    }
    s->plain = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        int in_rules = (rank == KING && (s->rules.king_ban || s->rules.cleaning)) || (rank == QUEEN && s->rules.cleaning);
        s->kind[rank] = 0;
        if (deal->total[rank] != 4) {
            salt += mixed((uint64_t)rank << 8 | deal->total[rank] | (uint64_t)1 << 41);
            in_rules |= s->rules.dark_lead == DARK_LEAD_IF_ALL_OUT;
        }
        if (in_rules || s->rules.values[rank])
            s->kind[rank] = (uint8_t)(32 + rank);
        else
            s->plain = (uint16_t)(s->plain | 1u << rank);
    }
    s->salt = salt;
}
