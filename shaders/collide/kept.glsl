// The pushes of the pairs of the lists in a substep of the solver impulses so far [N·s]: of a soft pair h F_N
// of its start, of a stiff one λ of the visits. Both masses of a pair store it, each at its own entry. A pass
// declares Params, Collision and PairKept before it includes this.
// It defines WRITES_KEPT where it visits pairs, and includes pair.glsl before.
float keptOf(uint k) { return pairKept[k].value; }

#ifdef WRITES_KEPT
void keep(uint k, float pushed) { pairKept[k].value = pushed; }

// isSoft says whether a pair pushes as a force, evaluated once in a substep: far within the limit of
// stability. The numbers of the host say so, too, where no pair is stiff; see Pairs.Stiff.
bool isSoft(Pair t) { return t.stiffness <= 0.25 * t.reduced / (DT * DT); }
#endif
