/* Rollouts by the policy `quick`: the twin of rollout.py, to the bit. */
#ifndef RISTILOG_ROLLOUT_H
#define RISTILOG_ROLLOUT_H

#include "position.h"

/* 4 * card points of North-South + dirty sides at the end, after a move; -1 if the move is not legal, -2 if somebody
 * comes to have no legal play. */
int rollout(const Rules *rules, const Deal *deal, const Position *position, int move, uint64_t seed);

#endif
