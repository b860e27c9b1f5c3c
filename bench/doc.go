// Package bench measures how fast engines step the scenes of the benchmark, how large their
// errors are, and how near they come to the bandwidth of memory, in one run.
//
// A Suite takes names of scenes, sizes and Makers of engines. For each case it
//
//   - runs the float64 reference once from the start state rounded to float32,
//   - measures each engine's error against it (MeasureError), which also warms
//     the engine up,
//   - times the engines in turn, repeat by repeat, on the host's clock and on the
//     device's, with a copy of memory before each turn, so that whatever else slows
//     the machine down hits all of them: compare the rates as ratios,
//   - asks each engine's own counter whether every step really ran,
//   - and reports a Row per engine with the median repeat.
//
// NewMakers makes the Makers of this program's engines, with the Meters of the memory that they
// use; a Suite itself imports no engine but the reference, so tests give it fake ones.
//
// An AccuracySuite compares solvers on stiff structures at the steps of a screen: the error at the
// end of a run, at equal simulated time, against its cost. The reference of each StiffScene is
// velocity Verlet in float64 with an eighth of the safe step.
//
// MeasureDrawing measures what drawing a scene without a window costs: pictures per second, and
// the time of each part of a picture.
//
// Package bench/sink prints rows. ReadRows reads the rows that it printed as JSON.
package bench
