// The law of guides, see guide.comp. A pass includes real.glsl before it includes this.
const uint LINE = 0u;
const uint PLANE = 1u;

// across is the part of w across d.
vec3 across(vec3 w, vec3 d) { return w - dot(w, d) * d; }
