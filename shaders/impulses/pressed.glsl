// The impulses of contacts on masses in a substep so far, and their friction [N·s]. A pass declares Params
// and Pressed before it includes this.
// pressedAt is where the sums of contact k at mass i are.
uint pressedAt(uint i, uint k) { return k * params.massCount + i; }

float pressedOf(uint at) { return pressed[at].w; }

vec3 frictionOf(uint at) { return pressed[at].xyz; }
