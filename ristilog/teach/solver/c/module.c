/* The module `_core`: Python's objects to numbers, everything checked, and back. Nothing is global but constants. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include "rollout.h"
#include "search.h"

enum { MOST_POINTS = 1000, ROLLOUTS_BETWEEN_LOOKS = 1024 };

typedef struct {
    PyObject_HEAD
    Search search;
    long long *margins; /* what a deal can bring, sorted */
    int is_busy;
    PyThreadState *thread; /* the one that searches, while others may run */
} SearchObject;

/* ---- reading ---- */

/* An attribute that is a whole number within bounds; -1 with an exception set if it is not. */
static long number(PyObject *object, const char *name, long least, long most)
{
    PyObject *attribute = PyObject_GetAttrString(object, name);
    if (!attribute)
        return -1;
    int overflow = 0;
    long value = PyLong_Check(attribute) ? PyLong_AsLongAndOverflow(attribute, &overflow) : -1;
    int is_number = PyLong_Check(attribute);
    Py_DECREF(attribute);
    if (!is_number) {
        PyErr_Format(PyExc_TypeError, "%s has to be a whole number", name);
        return -1;
    }
    if (overflow || value < least || value > most) {
        PyErr_Format(PyExc_ValueError, "%s has to be %ld to %ld", name, least, most);
        return -1;
    }
    return value;
}

/* An attribute that is bytes, each at most `most`, copied; how many, or -1 with an exception set. */
static int numbers(PyObject *object, const char *name, int shortest, int longest, int most, uint8_t *into)
{
    PyObject *attribute = PyObject_GetAttrString(object, name);
    char *bytes;
    Py_ssize_t length;
    if (!attribute)
        return -1;
    if (PyBytes_AsStringAndSize(attribute, &bytes, &length) < 0) {
        Py_DECREF(attribute);
        return -1;
    }
    int is_right = length >= shortest && length <= longest;
    if (is_right)
        memcpy(into, bytes, (size_t)length);
    Py_DECREF(attribute);
    for (Py_ssize_t i = 0; is_right && i < length; i++)
        is_right = into[i] <= most;
    if (!is_right) {
        PyErr_Format(PyExc_ValueError, "%s has to be %d to %d numbers up to %d", name, shortest, longest, most);
        return -1;
    }
    return (int)length;
}

static int read_rules(PyObject *terms, Rules *rules)
{
    struct {
        const char *name;
        uint8_t *into;
        long most;
    } fields[] = {
        {"lead_limit", &rules->lead_limit, 3},   {"dark_play", &rules->dark_play, 1},
        {"dark_lead", &rules->dark_lead, 2},     {"after_trick", &rules->after_trick, 1},
        {"king_ban", &rules->king_ban, 1},       {"king_dark", &rules->king_dark, 1},
        {"cleaning", &rules->cleaning, 1},       {"any_queen", &rules->any_queen, 1},
    };
    if (numbers(terms, "values", RANKS, RANKS, 255, rules->values) < 0)
        return -1;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        long value = number(terms, fields[i].name, 0, fields[i].most);
        if (value < 0)
            return -1;
        *fields[i].into = (uint8_t)value;
    }
    return 0;
}

/* Whether everybody has a card at every turn to come; how many a hand has does not depend on what is played. */
static int can_be_ended(const Rules *rules, const Deal *deal, const Position *p)
{
    int sizes[SEATS] = {0}, stock = deal->stock_size, refills = 0, refilled[SEATS];
    for (int seat = 0; seat < SEATS; seat++)
        for (int rank = 0; rank < RANKS; rank++)
            sizes[seat] += p->held[rank].by[seat];
    for (int turn = 0; turn < SEATS; turn++) {
        int seat = (p->leader + turn) & 3, is_from_hand = turn >= p->turn || !(p->darks >> turn & 1);
        if (turn >= p->turn) {
            if (!stock || rules->after_trick)
                sizes[seat]--;
            else
                stock--;
        }
        if (is_from_hand && rules->after_trick)
            refilled[refills++] = seat;
    }
    for (int i = 0; i < refills && stock; i++, stock--)
        sizes[refilled[i]]++;
    for (int seat = 1; seat < SEATS; seat++)
        if (sizes[seat] != sizes[0])
            return 0;
    if (!p->turn && sizes[0] == -1 && !stock)
        return 1; /* it has ended already */
    return stock % 4 == 0 && (sizes[0] > 0 || (sizes[0] == 0 && !stock));
}

static int read_board(PyObject *board, const Rules *rules, Deal *deal, Position *p)
{
    uint8_t hands[CARDS], trick[3], stock[CARDS];
    memset(deal, 0, sizeof *deal);
    memset(p, 0, sizeof *p);
    int stock_size = numbers(board, "stock", 0, CARDS, RANKS - 1, stock);
    if (stock_size < 0 || numbers(board, "hands", CARDS, CARDS, 4, hands) < 0
        || numbers(board, "out", RANKS, RANKS, 4, p->out) < 0)
        return -1;
    int turn = numbers(board, "trick", 0, 3, RANKS - 1, trick);
    if (turn < 0)
        return -1;
    long leader = number(board, "leader", 0, 3), darks = number(board, "darks", 0, (1 << turn) - 1);
    if (PyErr_Occurred())
        return -1;
    long streak_rank = number(board, "streak_rank", 0, RANKS - 1), streak = number(board, "streak", 0, 3);
    if (PyErr_Occurred())
        return -1;
    long phase = number(board, "stock_phase", 0, 1), dirty = number(board, "dirty", 0, 3);
    if (PyErr_Occurred())
        return -1;
    PyObject *points = PyObject_GetAttrString(board, "points");
    if (!points)
        return -1;
    PyObject *north = PySequence_GetItem(points, 0);
    Py_DECREF(points);
    if (!north)
        return -1;
    long won = PyLong_AsLong(north);
    Py_DECREF(north);
    if (won == -1 && PyErr_Occurred())
        return -1;
    if (won < 0 || won > MOST_POINTS) {
        PyErr_Format(PyExc_ValueError, "points have to be 0 to %d", MOST_POINTS);
        return -1;
    }
    memcpy(deal->stock, stock, sizeof stock);
    deal->stock_size = stock_size;
    p->leader = p->winner = (uint8_t)leader;
    p->turn = (uint8_t)turn;
    p->darks = (uint8_t)darks;
    p->phase = turn ? (uint8_t)phase : stock_size > 0;
    p->streak_rank = (uint8_t)streak_rank;
    p->streak = (uint8_t)(streak > rules->lead_limit ? rules->lead_limit : streak);
    p->dirty = (uint8_t)dirty;
    p->won = (int16_t)won;
    int plays_left = stock_size, to_win = 0, played[RANKS] = {0}, total[RANKS] = {0};
    for (int i = 0; i < turn; i++) {
        played[trick[i]]++;
        p->ranks = (uint16_t)(p->ranks | 1u << trick[i]);
        p->in_trick = (int16_t)(p->in_trick + rules->values[trick[i]]);
        if (trick[i] == trick[0])
            p->winner = (uint8_t)((leader + i) & 3);
    }
    p->led = turn ? trick[0] : 0;
    to_win = p->in_trick;
    for (int i = 0; i < stock_size; i++) {
        total[stock[i]]++;
        to_win += rules->values[stock[i]];
    }
    for (int i = 0; i < CARDS; i++) {
        int rank = i % RANKS, seat = i / RANKS;
        p->held[rank].by[seat] = hands[i];
        if (hands[i])
            p->has[seat] = (uint16_t)(p->has[seat] | 1u << rank);
        total[rank] += hands[i];
        plays_left += hands[i];
        to_win += hands[i] * rules->values[rank];
    }
    for (int rank = 0; rank < RANKS; rank++) {
        if (p->out[rank] < played[rank] || total[rank] + p->out[rank] != 4) {
            PyErr_SetString(PyExc_ValueError, "these are not the cards of a pack");
            return -1;
        }
    }
    p->plays_left = (uint8_t)plays_left;
    p->to_win = (int16_t)to_win;
    if (!can_be_ended(rules, deal, p)) {
        PyErr_SetString(PyExc_ValueError, "the hands do not fit the stock: the deal cannot be played to its end");
        return -1;
    }
    return 0;
}

/* ---- Search ---- */

/* Has Python look after its signals; an exception that comes of it stays set, and ends the search. */
static int go_on(void *asker)
{
    SearchObject *self = asker;
    PyEval_RestoreThread(self->thread);
    int is_interrupted = PyErr_CheckSignals();
    self->thread = PyEval_SaveThread();
    return !is_interrupted;
}

static int compare(const void *one, const void *other)
{
    long long a = *(const long long *)one, b = *(const long long *)other;
    return (a > b) - (a < b);
}

/* What deals can bring, sorted and each once, and every entry of `worth` as its place among them. */
static int read_worths(PyObject *terms, SearchObject *self)
{
    Search *s = &self->search;
    Py_ssize_t size = 4 * ((Py_ssize_t)s->pack + 1), kinds = 0;
    PyObject *worth = PyObject_GetAttrString(terms, "worth");
    if (!worth)
        return -1;
    if (!PyTuple_Check(worth) || PyTuple_Size(worth) != size) {
        Py_DECREF(worth);
        PyErr_Format(PyExc_ValueError, "worth has to be a tuple of %zd numbers", size);
        return -1;
    }
    long long *each = malloc((size_t)size * sizeof *each);
    self->margins = malloc((size_t)size * sizeof *self->margins);
    s->worth = malloc((size_t)size * sizeof *s->worth);
    s->same = malloc((size_t)size * sizeof *s->same);
    if (!each || !self->margins || !s->worth || !s->same)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < size && !PyErr_Occurred(); i++)
        each[i] = PyLong_AsLongLong(PyTuple_GetItem(worth, i));
    Py_DECREF(worth);
    if (PyErr_Occurred()) {
        free(each);
        return -1;
    }
    memcpy(self->margins, each, (size_t)size * sizeof *each);
    qsort(self->margins, (size_t)size, sizeof *each, compare);
    for (Py_ssize_t i = 0; i < size; i++)
        if (!i || self->margins[i] != self->margins[kinds - 1])
            self->margins[kinds++] = self->margins[i];
    for (Py_ssize_t i = 0; i < size; i++) {
        long long *place = bsearch(&each[i], self->margins, (size_t)kinds, sizeof *each, compare);
        s->worth[i] = (int16_t)(place - self->margins);
    }
    free(each);
    return 0;
}

static void search_dealloc(PyObject *object)
{
    SearchObject *self = (SearchObject *)object;
    PyTypeObject *type = Py_TYPE(object);
    free(self->margins);
    free(self->search.worth);
    free(self->search.same);
    free(self->search.table);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *search_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"terms", NULL};
    PyObject *terms;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:Search", names, &terms))
        return NULL;
    SearchObject *self = (SearchObject *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self)
        return NULL;
    long pack = read_rules(terms, &self->search.rules) < 0 ? -1 : number(terms, "pack", 0, MOST_POINTS);
    self->search.pack = (int)pack;
    if (pack < 0 || read_worths(terms, self) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    self->search.go_on = go_on;
    self->search.asker = self;
    prepare(&self->search);
    return (PyObject *)self;
}

/* Whether more points never bring less, the sides staying as dirty as they are; then points are all one need seek. */
static int is_monotone(const Search *s, int dirty)
{
    const int16_t *row = s->worth + dirty * (s->pack + 1);
    for (int points = 0; points < s->pack; points++)
        if (row[points] > row[points + 1])
            return 0;
    return 1;
}

/* The value of a position with the other threads let go on meanwhile; 0 with *value, or -1 with an exception set. */
static int value_of(SearchObject *self, const Position *p, int game, int *guess, long long *value)
{
    Search *s = &self->search;
    int by_worth = game && (s->rules.cleaning || !is_monotone(s, p->dirty)), found;
    self->thread = PyEval_SaveThread();
    found = solve(s, p, by_worth, *guess);
    PyEval_RestoreThread(self->thread);
    if (s->state == NO_PLAY)
        PyErr_SetString(PyExc_ValueError, "somebody has no legal play");
    else if (s->state == NO_MEMORY)
        PyErr_NoMemory();
    if (s->state != GOING)
        return -1;
    *guess = found;
    *value = by_worth ? self->margins[found] : game ? self->margins[s->worth[p->dirty * (s->pack + 1) + found]] : found;
    return 0;
}

static int begin(SearchObject *self, PyObject *args, PyObject *kwargs, const char *format, Position *p, int *game)
{
    static char *names[] = {"board", "game", NULL};
    PyObject *board;
    Deal deal;
    *game = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, format, names, &board, game)
        || read_board(board, &self->search.rules, &deal, p) < 0)
        return -1;
    if (*game && p->won + p->to_win > self->search.pack) {
        PyErr_SetString(PyExc_ValueError, "there are more card points than in the pack");
        return -1;
    }
    if (self->is_busy) {
        PyErr_SetString(PyExc_RuntimeError, "a Search answers one question at a time");
        return -1;
    }
    self->is_busy = 1;
    set_deal(&self->search, &deal);
    return 0;
}

static PyObject *search_value(PyObject *object, PyObject *args, PyObject *kwargs)
{
    SearchObject *self = (SearchObject *)object;
    Position p;
    int game, guess = -1;
    long long value = 0;
    if (begin(self, args, kwargs, "O|p:value", &p, &game) < 0)
        return NULL;
    int fault = value_of(self, &p, game, &guess, &value);
    self->is_busy = 0;
    return fault ? NULL : PyLong_FromLongLong(value);
}

static PyObject *search_values(PyObject *object, PyObject *args, PyObject *kwargs)
{
    SearchObject *self = (SearchObject *)object;
    const Search *s = &self->search;
    Position p;
    int game, guess = -1;
    if (begin(self, args, kwargs, "O|p:values", &p, &game) < 0)
        return NULL;
    PyObject *values = PyDict_New();
    unsigned hand = p.plays_left ? from_hand(&s->rules, &s->deal, &p) : 0;
    int top = p.plays_left && may_play_dark(&s->rules, &s->deal, &p) ? s->deal.stock[p.used] | DARK : -1;
    for (int move = 0; values && move < 2 * DARK; move++) {
        if (move != top && (move >= RANKS || !(hand >> move & 1)))
            continue;
        Position next = p;
        long long value = 0;
        play(&s->rules, &s->deal, &next, move);
        int fault = value_of(self, &next, game, &guess, &value);
        PyObject *key = fault ? NULL : PyLong_FromLong(move), *item = fault ? NULL : PyLong_FromLongLong(value);
        if (!key || !item || PyDict_SetItem(values, key, item) < 0)
            Py_CLEAR(values);
        Py_XDECREF(key);
        Py_XDECREF(item);
    }
    if (values && p.plays_left && !PyDict_Size(values)) {
        PyErr_SetString(PyExc_ValueError, "somebody has no legal play");
        Py_CLEAR(values);
    }
    self->is_busy = 0;
    return values;
}

static PyObject *search_nodes(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(((SearchObject *)object)->search.nodes);
}

static PyMethodDef search_methods[] = {
    {"value", (PyCFunction)(void (*)(void))search_value, METH_VARARGS | METH_KEYWORDS,
     "The value of a board, both sides playing best with all cards known."},
    {"values", (PyCFunction)(void (*)(void))search_values, METH_VARARGS | METH_KEYWORDS,
     "The value of every move of the seat to act."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef search_attributes[] = {
    {"nodes", search_nodes, NULL, "Starts of tricks that were looked at so far.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot search_slots[] = {
    {Py_tp_doc, (void *)"The exact value of positions with all cards known."},
    {Py_tp_new, (void *)search_new},
    {Py_tp_dealloc, (void *)search_dealloc},
    {Py_tp_methods, search_methods},
    {Py_tp_getset, search_attributes},
    {0, NULL},
};

static PyType_Spec search_spec = {
    .name = "ristilog.teach.solver._core.Search",
    .basicsize = sizeof(SearchObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = search_slots,
};

/* ---- rollouts ---- */

static PyObject *rollouts(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"board", "terms", "moves", "seed", "count", NULL};
    PyObject *board, *terms, *sequence, *seed_number;
    Py_ssize_t count;
    Rules rules;
    Deal deal;
    Position p;
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOOO!n:rollouts", names, &board, &terms, &sequence, &PyLong_Type,
                                     &seed_number, &count)
        || read_rules(terms, &rules) < 0 || read_board(board, &rules, &deal, &p) < 0)
        return NULL;
    uint64_t seed = PyLong_AsUnsignedLongLongMask(seed_number);
    PyObject *moves = PySequence_Tuple(sequence), *results = NULL;
    if (!moves)
        return NULL;
    Py_ssize_t sorts = PyTuple_Size(moves), i = 0;
    count = count < 0 ? 0 : count;
    int *found = NULL, fault = 0;
    if (!sorts || count <= PY_SSIZE_T_MAX / (Py_ssize_t)sizeof *found / sorts)
        found = malloc((size_t)(sorts * count + 1) * sizeof *found);
    if (!found) {
        Py_DECREF(moves);
        return PyErr_NoMemory();
    }
    for (Py_ssize_t sort = 0; sort < sorts && !fault; sort++) {
        int overflow;
        long move = PyLong_AsLongAndOverflow(PyTuple_GetItem(moves, sort), &overflow);
        if (PyErr_Occurred())
            break;
        move = move < 0 || move > 2 * DARK ? -1 : move; /* -1 is no move */
        for (Py_ssize_t k = 0; k < count && !fault;) {
            PyThreadState *thread = PyEval_SaveThread();
            for (int looks = 0; k < count && !fault && looks < ROLLOUTS_BETWEEN_LOOKS; looks++, k++) {
                found[i] = rollout(&rules, &deal, &p, (int)move, seed + (uint64_t)k);
                fault = found[i++] < 0;
            }
            PyEval_RestoreThread(thread);
            if (fault)
                PyErr_SetString(PyExc_ValueError,
                                found[i - 1] == -1 ? "a move is not legal" : "somebody has no legal play");
            else
                fault = PyErr_CheckSignals();
        }
    }
    Py_DECREF(moves);
    if (!PyErr_Occurred())
        results = PyList_New(i);
    for (Py_ssize_t k = 0; results && k < i; k++) {
        PyObject *result = PyLong_FromLong(found[k]);
        if (!result || PyList_SetItem(results, k, result) < 0)
            Py_CLEAR(results);
    }
    free(found);
    return results;
}

static PyMethodDef functions[] = {
    {"rollouts", (PyCFunction)(void (*)(void))rollouts, METH_VARARGS | METH_KEYWORDS,
     "Make each of the moves and let `quick` play on for all four seats, so many times."},
    {NULL, NULL, 0, NULL},
};

static int add_search(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &search_spec, NULL);
    if (!type)
        return -1;
    int fault = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return fault;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)add_search},
    {0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_core",
    .m_doc = "The compiled twin of the plain search and rollouts.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
