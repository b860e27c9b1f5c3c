// What contacts have pushed and rubbed masses in a substep so far [N·s]. A pass declares Params
// and Pressed before it includes this.
// pressedAt is where the sums of contact k at mass i are.
uint pressedAt(uint i, uint k) { return k * params.massCount + i; }

float pressedOf(uint at) { return pressed[at].w; }

vec3 rubbedOf(uint at) { return pressed[at].xyz; }
