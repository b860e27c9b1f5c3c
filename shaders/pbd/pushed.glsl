// How far each contact has pushed each mass out in a substep [m]. A pass declares Params and
// Pushed before it includes this.
uint pushedAt(uint i, uint k) { return k * params.massCount + i; }

real pushedOf(uint at) { return TWO_WORDS(pushed[at].depth, pushed[params.contactCount * params.massCount + at].depth); }
