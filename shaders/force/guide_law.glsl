// What guides are, see guide.comp. A pass includes real.glsl before it includes this.
const uint LINE = 0u;
const uint PLANE = 1u;

// across is the part of w across d.
real3 across(real3 w, real3 d) { return w - dot(w, d) * d; }
