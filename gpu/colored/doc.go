// Package colored holds the springs of a run on the device in the order of their colors, for
// passes that visit them color by color. No two springs of a color share a mass, so such a
// pass changes the ends of its springs in place and is repeatable. Springs have arrays of
// their own here, so that the invocations of a pass read adjacent data.
package colored
