// Package bench measures engines on the scenes of the benchmark: their speed, their error,
// and their share of the bandwidth of memory, in one run.
//
// A [Suite] combines names of scenes, sizes, and functions that make engines. It imports
// only the reference, so that tests can use fake engines. For each case it
//
//   - runs the float64 reference once from the start state rounded to float32,
//   - measures each engine's error against it ([MeasureError]), which also warms the engine
//     up,
//   - times the engines in turn, repeat by repeat, on the clocks of the host and of the
//     device. A copy of memory precedes each turn, and a slow machine affects all engines
//     alike, so compare rates as ratios,
//   - checks each engine's own count of steps,
//   - and returns a [Row] per engine with the median repeat.
//
// Package bench/sink prints rows, and [ReadRows] reads the rows that it printed as JSON.
package bench
