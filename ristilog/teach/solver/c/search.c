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

/* Entries of the table: 128 KiB at first, four times as much whenever it is half full, 32 MiB at last. */
enum { FIRST_SIZE = 1 << 13, LAST_SIZE = 1 << 21, PLAYS_BETWEEN_LOOKS = 1 << 15 };

/* Kinds of ranks in keys: those that may change places, and by rank those still in the stock and all others. */
enum { PLAIN = 0, IN_STOCK = 16, ITS_OWN = 32 };

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
 * to the limit; while there is stock, a barred rank may also keep the leader from playing dark, with none unplayed. */
static int streak_matters(const Search *s, const Position *p)
{
    const Rules *r = &s->rules;
    if (!r->lead_limit || !p->streak)
        return 0;
    if (s->watch_dark && stock_left(&s->deal, p))
        return 1;
    return 4 - p->out[p->streak_rank] + p->streak > r->lead_limit;
}

/* The ranks that nobody but a seat can hold. */
static unsigned not_with_others(const Position *p, int seat)
{
    return ~(unsigned)(p->has[(seat + 1) & 3] | p->has[(seat + 2) & 3] | p->has[(seat + 3) & 3]);
}

/* Up to how many cards of a plain rank that one seat alone holds and nobody can draw are a safe lead each, like any
 * other whatever its rank: nobody can take it, and no ban can stop it. */
static unsigned most_safe(const Search *s, const Position *p)
{
    return !s->rules.lead_limit ? 4 : stock_left(&s->deal, p) ? 0 : s->rules.lead_limit;
}

static uint64_t key_of(const Search *s, const Position *p)
{
    unsigned in_stock = s->deal.in_stock[p->used], plain = s->plain & ~in_stock, most = most_safe(s, p);
    uint64_t sum = s->stock_key[p->used], safe = 0;
    unsigned ranks = p->has[0] | p->has[1] | p->has[2] | p->has[3];
    if (streak_matters(s, p)) {
        int rank = p->streak_rank;
        uint64_t kind = plain >> rank & 1 ? PLAIN : (in_stock >> rank & 1 ? IN_STOCK : ITS_OWN) + (unsigned)rank;
        sum += mixed(p->held[rank].all | kind << 32 | (uint64_t)p->streak << 40 | (uint64_t)1 << 44);
        ranks &= ~(1u << rank);
    }
    for (int seat = 0; seat < SEATS && most; seat++)
        for (unsigned lone = ranks & plain & p->has[seat] & not_with_others(p, seat); lone; lone &= lone - 1) {
            unsigned count = p->held[lowest(lone)].by[seat];
            if (count <= most) {
                safe += (uint64_t)count << (8 * seat);
                ranks &= ~(lone & ~(lone - 1));
            }
        }
    for (; ranks; ranks &= ranks - 1) {
        int rank = lowest(ranks);
        uint64_t kind = plain >> rank & 1 ? PLAIN : (in_stock >> rank & 1 ? IN_STOCK : ITS_OWN) + (unsigned)rank;
        sum += mixed(p->held[rank].all | kind << 32 | (uint64_t)1 << 45);
    }
    sum += mixed(safe | (uint64_t)p->leader << 32 | (uint64_t)1 << 46);
    if (s->by_worth)
        sum += mixed((uint64_t)p->won | (uint64_t)p->dirty << 16 | (uint64_t)1 << 47);
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

/* Card points of a hand but for so many of its dearest cards, and for no more than so many that follow. */
static int points_in(const Search *s, const Position *p, int seat, int but, int most)
{
    int points = 0;
    if (p->has[seat] & s->worthy)
        for (int i = 0; i < s->honours && most > 0; i++) {
            int rank = s->by_value[i], count = p->held[rank].by[seat];
            if (but >= count) {
                but -= count;
                continue;
            }
            count -= but;
            but = 0;
            if (count > most)
                count = most;
            points += count * s->rules.values[rank];
            most -= count;
        }
    return points;
}

/* What the winner's side wins at least, the stock being empty and the trick won whatever follows (or about to be led by
 * the last winner): the trick, and those that the winner then leads with what nobody else holds, as often as no ban can
 * stop it, while partner throws the dearest cards on it and the opponents their cheapest. */
static int safe_leads(const Search *s, const Position *p)
{
    int winner = p->winner, leads = 0, points = p->in_trick;
    unsigned ranks = p->has[winner] & not_with_others(p, winner);
    for (; ranks; ranks &= ranks - 1) {
        int rank = lowest(ranks), count = p->held[rank].by[winner], limit = s->rules.lead_limit;
        if (limit && rank == p->streak_rank)
            limit -= p->streak;
        if (s->rules.lead_limit && count > limit)
            count = limit;
        leads += count;
        points += count * s->rules.values[rank];
    }
    if (!leads && !p->turn)
        return 0;
    int cards = (p->plays_left + p->turn) / SEATS;
    for (int i = 1; i < SEATS; i++) {
        int seat = (winner + i) & 3, to_come = ((seat - p->leader) & 3) >= p->turn;
        int held = cards - (p->turn && !to_come), plays = leads + (p->turn && to_come);
        if (i == 2)
            points += points_in(s, p, seat, 0, plays);
        else if (plays)
            points += points_in(s, p, seat, held - plays, plays);
    }
    return points;
}

/* The value at the end, or of the last trick, in which nobody has a choice. */
static int last_trick(Search *s, const Position *p)
{
    Position next = *p;
    if (!s->by_worth) {
        unsigned led = p->has[p->leader]; /* none at the end, and then nothing is to be won */
        int winner = p->leader;
        for (int i = 1; i < SEATS; i++)
            if (p->has[(p->leader + i) & 3] == led)
                winner = p->leader + i;
        return winner & 1 ? 0 : p->to_win;
    }
    while (next.plays_left) {
        int rank = 0;
        while (!(next.has[seat_of(&next)] >> rank & 1))
            rank++;
        play(&s->rules, &s->deal, &next, rank);
    }
    return s->worth[next.dirty * (s->pack + 1) + next.won];
}

/* The least or the most (`sign` 1 or -1) that the deal can still bring, if North-South come to so many points. */
static int reachable(const Search *s, const Position *p, int least, int most, int sign)
{
    int best = INT16_MAX, can_dirty = 0, can_clean = 0;
    if (s->rules.cleaning) {
        can_dirty = p->phase && p->out[QUEEN] < 4;
        can_clean = p->out[KING] < 4;
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

/* How likely a lead is the best: by who can take it if everybody matches who can. */
static int lead_score(int value, int left, int partner, int right)
{
    if (!left && !right)
        return partner ? 50 - value : 60 - value;
    if (right)
        return -20 - 3 * value;
    return partner ? 20 - value : -10 - 2 * value;
}

typedef struct {
    int match, per_point; /* of a card that matches the lead: its score, and what its points add to it */
    int discard;          /* what a point of another card adds */
} Following;

/* Whose trick it will be, with and without a match now, if the last who can match does: that decides what is good. */
static Following following(const Position *p, int seat)
{
    int mine = seat & 1, last = -1;
    for (int turn = p->turn + 1; turn < SEATS; turn++)
        if (p->held[p->led].by[(p->leader + turn) & 3])
            last = (p->leader + turn) & 1;
    int without = last < 0 ? p->winner & 1 : last, with = last < 0 ? mine : last;
    if (without == mine)
        return (Following){-6, 4, 4};
    return with == mine ? (Following){200 + 4 * p->in_trick, 4, -4} : (Following){-8, -4, -4};
}

/* Killer moves are kept by what was led, and by which side is winning the trick. */
static int killer_slot(const Position *p)
{
    return p->turn ? p->led + 16 * ((p->winner ^ seat_of(p)) & 1) : RANKS;
}

/* A plain rank's part in a key, short: less than any other name. */
static uint16_t name_of(Vector vector)
{
    return (uint16_t)(vector.by[0] | vector.by[1] << 3 | vector.by[2] << 6 | vector.by[3] << 9);
}

/* Of moves that come to the same only one is given. With stock left and draws at once, playing dark is playing the
 * rank of the top, which the hand would have drawn; so the top is looked at as if it were in hand already. */
static int moves_of(const Search *s, const Position *p, uint16_t best, Move *moves)
{
    const Deal *d = &s->deal;
    const uint8_t *killers = s->killers[p->plays_left][killer_slot(p)];
    int seat = seat_of(p), n = 0, has_safe = 0, stock = stock_left(d, p);
    int top = stock ? d->stock[p->used] : -1, drawn = stock && !s->rules.after_trick ? top : -1;
    unsigned hand = from_hand(&s->rules, d, p), ranks = hand, in_stock = d->in_stock[p->used + (drawn >= 0)];
    unsigned lone = not_with_others(p, seat), most = most_safe(s, p);
    int dark = stock && may_play_dark(&s->rules, d, p), apart_too = dark && drawn < 0;
    int apart = p->turn ? p->led : streak_matters(s, p) ? p->streak_rank : -1; /* never like another */
    unsigned plain = s->plain & ~in_stock & (apart < 0 ? ~0u : ~(1u << apart));
    Following follow = {0, 0, 0};
    if (p->turn)
        follow = following(p, seat);
    if (dark && drawn >= 0)
        ranks |= 1u << top;
    while (ranks || apart_too) {
        Move move;
        int rank = ranks ? lowest(ranks) : top;
        Vector vector = p->held[rank];
        const uint8_t *by = p->held[rank].by;
        int left = by[(seat + 1) & 3], partner = by[(seat + 2) & 3], right = by[(seat + 3) & 3];
        vector.by[seat] = (uint8_t)(vector.by[seat] + (rank == drawn));
        move.move = (uint8_t)rank;
        move.name = (uint16_t)(1u << 15 | (unsigned)rank);
        if (!ranks || !(hand >> rank & 1)) {
            move.move |= DARK;
            move.name |= ranks ? 0 : DARK;
        }
        if (!ranks) {
            apart_too = 0;
        } else {
            ranks &= ranks - 1;
            if (plain >> rank & 1) {
                int again = 0;
                move.name = name_of(vector);
                if (lone >> rank & 1 && vector.by[seat] <= most) {
                    again = has_safe;
                    has_safe = 1;
                    move.name = 1u << 14;
                } else {
                    for (int i = 0; i < n; i++)
                        again |= moves[i].name == move.name;
                }
                if (again)
                    continue;
            }
        }
        int value = s->rules.values[rank];
        if (!p->turn) {
            move.score = lead_score(value, left, partner, right);
        } else {
            move.score = rank == p->led ? follow.match + follow.per_point * value : follow.discard * value;
            if (!left && !right) /* sure to win a later trick */
                move.score -= partner ? 4 : 12;
            else if (!right)
                move.score -= 2;
        }
        if (move.name == best)
            move.score += 10000;
        else if (move.move == killers[0])
            move.score += 100;
        else if (move.move == killers[1])
            move.score += 50;
        int place = n++;
        for (; place > 0 && moves[place - 1].score < move.score; place--)
            moves[place] = moves[place - 1];
        moves[place] = move;
    }
    return n;
}

/* ---- the search ---- */

typedef struct {
    int low, high; /* the value is between them */
    uint64_t key;
    uint16_t name; /* the best move, as far as that is known; 0: not at all */
} Known;

/* What is known of the beginning of a trick without searching. */
static Known known(Search *s, const Position *p)
{
    Known k = {0, p->to_win, 0, 0};
    if (p->plays_left <= SEATS && !stock_left(&s->deal, p)) {
        k.low = k.high = last_trick(s, p);
        return k;
    }
    if (!stock_left(&s->deal, p)) {
        int sure = safe_leads(s, p);
        if (p->winner & 1)
            k.high -= sure;
        else
            k.low = sure;
    }
    if (s->by_worth) {
        int least = p->won + k.low, most = p->won + k.high;
        k.low = reachable(s, p, least, most, 1);
        k.high = reachable(s, p, least, most, -1);
    }
    if (k.low == k.high)
        return k;
    s->nodes++;
    k.key = key_of(s, p);
    const Entry *e = entry_of(s, k.key, p);
    if (e->key == k.key && e->plays_left) {
        if (e->low > k.low)
            k.low = e->low;
        if (e->high < k.high)
            k.high = e->high;
        k.name = e->best;
    }
    return k;
}

static int trick(Search *s, const Position *p, const Known *k, int alpha, int beta);

static void prefer(Search *s, const Position *p, uint8_t move)
{
    uint8_t *killers = s->killers[p->plays_left][killer_slot(p)];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
}

/* Whether what is left to play of a trick cannot change who wins it. */
static int is_decided(const Position *p)
{
    for (int turn = p->turn; turn < SEATS; turn++)
        if (p->held[p->led].by[(p->leader + turn) & 3])
            return 0;
    return 1;
}

/* The best of all moves, which is named, and its value: exact within the window, else a bound. */
static int turn(Search *s, const Position *p, int alpha, int beta, uint16_t *name)
{
    Move moves[MOST_MOVES];
    Position next[MOST_MOVES];
    Known after[MOST_MOVES];
    int north = !(seat_of(p) & 1), best = north ? INT16_MIN : INT16_MAX, ends = p->turn == SEATS - 1;

    if (p->turn && !s->by_worth && !stock_left(&s->deal, p) && is_decided(p)) {
        int sure = safe_leads(s, p);
        if (p->winner & 1) {
            if (p->to_win - sure <= alpha)
                return p->to_win - sure;
            beta = p->to_win - sure < beta ? p->to_win - sure : beta;
        } else {
            if (sure >= beta)
                return sure;
            alpha = sure > alpha ? sure : alpha;
        }
    }

    int n = moves_of(s, p, *name, moves);
    if (!n)
        s->state = NO_PLAY;
    s->plays += (unsigned)n;
    if (s->plays >= s->look) {
        s->look = s->plays + PLAYS_BETWEEN_LOOKS;
        if (!s->go_on(s->asker))
            s->state = STOPPED;
    }
    if (s->state != GOING)
        return 0;

    /* Where a trick ends, what is known of all that may follow is looked at before any of it is searched. */
    for (int i = 0; ends && i < n; i++) {
        next[i] = *p;
        play(&s->rules, &s->deal, &next[i], moves[i].move);
        after[i] = known(s, &next[i]);
        int gain = s->by_worth ? 0 : next[i].won - p->won;
        if (north && after[i].low + gain >= beta)
            return after[i].low + gain;
        if (!north && after[i].high + gain <= alpha)
            return after[i].high + gain;
    }

    for (int i = 0; i < n; i++) {
        int value;
        if (ends) {
            int gain = s->by_worth ? 0 : next[i].won - p->won;
            value = gain + trick(s, &next[i], &after[i], alpha - gain, beta - gain);
        } else {
            uint16_t none = 0;
            next[0] = *p;
            play(&s->rules, &s->deal, &next[0], moves[i].move);
            value = turn(s, &next[0], alpha, beta, &none);
        }
        if (s->state != GOING)
            return 0;
        if (north ? value > best : value < best) {
            best = value;
            *name = moves[i].name;
        }
        if (north && best > alpha)
            alpha = best;
        if (!north && best < beta)
            beta = best;
        if (alpha >= beta) {
            prefer(s, p, moves[i].move);
            break;
        }
    }
    return best;
}

/* The value of the beginning of a trick, of which so much is known already. */
static int trick(Search *s, const Position *p, const Known *k, int alpha, int beta)
{
    uint16_t name = k->name;
    if (k->low >= beta || k->low == k->high)
        return k->low;
    if (k->high <= alpha)
        return k->high;
    if (k->low > alpha)
        alpha = k->low;
    if (k->high < beta)
        beta = k->high;
    int value = turn(s, p, alpha, beta, &name);
    if (s->state != GOING)
        return 0;
    if (value < k->low)
        value = k->low;
    if (value > k->high)
        value = k->high;
    keep(s, k->key, p, value, alpha, beta, name);
    return value;
}

static int root(Search *s, const Position *p, int alpha, int beta)
{
    uint16_t none = 0;
    if (p->turn)
        return turn(s, p, alpha, beta, &none);
    Known k = known(s, p);
    return trick(s, p, &k, alpha, beta);
}

/* Points by halving what they can be between, with windows that hold nothing: dearer for one window, cheaper on the
 * whole, as a table with narrow bounds cuts more. A good guess is tried from both sides first. */
static int by_halves(Search *s, const Position *p, int guess)
{
    int low = 0, high = p->to_win, tries = 0;
    while (low < high && s->state == GOING) {
        int from = tries < 2 ? guess - tries : (low + high) / 2;
        if (from < low || from >= high)
            from = (low + high) / 2;
        int value = root(s, p, from, from + 1);
        if (value > from)
            low = value;
        else
            high = value;
        tries = guess < 0 || (value > from && low > guess) ? 2 : tries + 1;
    }
    return low;
}

int solve(Search *s, const Position *p, int by_worth, int guess)
{
    s->by_worth = by_worth;
    s->state = GOING;
    s->age++;
    if (!s->table) {
        s->table = calloc(FIRST_SIZE, sizeof *s->table);
        if (!s->table) {
            s->state = NO_MEMORY;
            return 0;
        }
        s->size = FIRST_SIZE;
    }
    if (by_worth)
        return root(s, p, INT16_MIN, INT16_MAX);
    return p->won + by_halves(s, p, guess - p->won);
}

void prepare(Search *s)
{
    int row = s->pack + 1, n = 0;
    for (int value = 255; value >= 0; value--)
        for (int rank = 0; rank < RANKS; rank++)
            if (s->rules.values[rank] == value) {
                s->by_value[n++] = (uint8_t)rank;
                if (value) {
                    s->honours++;
                    s->worthy = (uint16_t)(s->worthy | 1u << rank);
                }
            }
    for (int i = 4 * row - 1; i >= 0; i--)
        if (i % row == s->pack || s->worth[i] != s->worth[i + 1])
            s->same[i] = (int16_t)(i % row + 1);
        else
            s->same[i] = s->same[i + 1];
    for (int rank = 0; rank < RANKS; rank++) {
        const Rules *r = &s->rules;
        int in_rules = (rank == KING && (r->king_ban || r->cleaning)) || (rank == QUEEN && r->cleaning);
        if (!in_rules && !r->values[rank])
            s->plain = (uint16_t)(s->plain | 1u << rank);
    }
    s->watch_dark = s->rules.dark_play && s->rules.dark_lead != DARK_LEAD_ALWAYS;
}

void set_deal(Search *s, const Deal *deal)
{
    s->deal = *deal;
    s->stock_key[deal->stock_size] = 0;
    s->deal.in_stock[deal->stock_size] = 0;
    for (int i = deal->stock_size - 1; i >= 0; i--) {
        uint64_t place = (uint64_t)(deal->stock_size - i) << 8 | deal->stock[i] | (uint64_t)1 << 40;
        s->stock_key[i] = s->stock_key[i + 1] + mixed(place);
        s->deal.in_stock[i] = (uint16_t)(s->deal.in_stock[i + 1] | 1u << deal->stock[i]);
    }
}
