// The tally of iterations, the first words of turn. Package gpu/implicit reads it.
const uint TALLY_FROM = 0u;       // bits of the largest force at the start of the substep [N]
const uint TALLY_LEFT = 1u;       // bits of the largest force at the latest look [N]
const uint TALLY_ROUNDED = 2u;    // bits of what rounding may make of it [N]
const uint TALLY_ITERATIONS = 3u; // done in the substep
const uint TALLY_ENDED = 4u;      // 1: the substep needs no more
const uint TALLY_RESIDUAL = 5u;   // bits of the residual of the substep
const uint TALLY_WORST = 6u;      // bits of the largest residual since the last reset
const uint TALLY_WORST_STEP = 7u; // step that has it, since then; 0: there is none
