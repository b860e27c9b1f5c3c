// What contacts have pushed and rubbed masses in a substep so far [N·s]. A pass declares Params
// and Pressed before it includes this.
// pressedAt is where the sums of contact k at mass i are.
uint pressedAt(uint i, uint k) { return k * params.massCount + i; }

real pressedOf(uint at) { return TWO_WORDS(pressed[at].w, pressed[params.contactCount * params.massCount + at].w); }

real3 rubbedOf(uint at) { return TWO_WORDS3(pressed[at].xyz, pressed[params.contactCount * params.massCount + at].xyz); }
