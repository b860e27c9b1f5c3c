// Package bench measures how fast engines step the scenes of the benchmark, how
// wrong they are, and how near they come to the bandwidth of memory, in one run.
//
// A Suite takes names of Scenes, sizes and makers of engines; it imports no engine
// but the reference, so that it can be tested with fake ones. For each case it
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
// Package bench/sink prints rows. ReadRows reads the rows that it printed as JSON.
package bench
