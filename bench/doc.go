// Package bench measures how fast engines step the benchmark lattice (the
// preset canon) and how wrong they are, in one run.
//
// A Suite takes sizes and makers of engines; it imports no engine but the
// reference, so that it can be tested with fake ones. For each size it
//
//   - runs the float64 reference once from the start state rounded to float32,
//   - measures each engine's error against it (MeasureError), which also warms
//     the engine up,
//   - times the engines in turn, repeat by repeat, so that whatever else slows
//     the machine down hits all of them: compare the rates as ratios,
//   - asks each engine's own counter whether every step really ran,
//   - and reports a Row per engine with the median repeat.
//
// Rows are printed as a text table (Table) or as JSON, one object a line (Lines).
package bench
