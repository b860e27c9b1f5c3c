// Package colored contains the springs of a run in the order of their colors, on the device,
// and what passes that visit them color by color read. No two springs of a color share a
// mass, so such a pass changes the ends of its springs in place and is repeatable. Springs have
// arrays of their own here, so that the invocations of a pass read what lies side by side.
package colored
