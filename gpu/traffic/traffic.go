// Package traffic computes the bytes that steps move between a device's memory and its
// processors, by a cost model of the passes, and measures the bandwidth of a device.
package traffic

import (
	"slices"
	"strings"

	"hooke/gpu/ranges"
)

// The cost model gives the bytes that each pass must move between the device's memory and its
// processors. Every word that a pass reads counts once and every word that it writes
// counts once, however often the pass uses them: a pass with perfect caches moves that
// much. Gathers that miss the caches move more. A pass moves less only if an earlier pass
// left some of its words in a cache. docs/performance.md has the sums; hooke bench --passes
// compares them with measured times.

// OfPass is the bytes that one pass must move in one dispatch [bytes].
type OfPass struct {
	Pass  string
	Bytes int64
}

// Run describes a run for the cost model.
type Run struct {
	Counts    ranges.Counts // of the buffers
	Fused     bool          // whether the run uses the pipeline fused
	Damped    bool          // whether the pass of springs reads velocities
	Continues bool          // whether registers continue from step to step, as model.Method says
	Together  int64         // steps of a dispatch of resident; 0: another pipeline
	Sweeps    Sweeps        // of the solver impulses; the zero value of others
	Rubs      int64         // passes of friction of springs and triangles that collide, in a step
	PairRubs  int64         // passes of friction of pairs of masses in a step
	Impulsive bool          // whether friction is an impulse after a step, which evaluates the pushes of pairs once more

	Evaluations int64 // of forces in a step that is not divided: 4 with RK4
}

// Sweeps describes how often a step has the passes of solvers that visit springs by color. A pass over all springs has
// a dispatch for each color. Blocks are sweeps there and back, which count once.
type Sweeps struct{ Substeps, Springs, Blocks, Attachments, Contacts, Warm int64 }

// Times returns how often a step has a pass: a pass over springs in colors counts once for all colors.
func (r Run) Times(pass string) int64 {
	s, rubs := r.Sweeps, int64(0)
	if r.Counts.MeetFriction { // it looks at the pairs again, at the end of a step
		rubs = r.Rubs
	}
	switch pass {
	case "meet-near":
		return r.Evaluations + rubs
	case "meet-touches", "meet-friction", "meet-finish":
		return rubs
	case "meet-watch":
		times := r.Evaluations + min(1, rubs)
		if r.Counts.MeetTriangles > 0 { // meet-remember does it once
			times--
		}
		return times
	}
	if s.Substeps == 0 {
		return r.undivided(pass)
	}
	switch pass {
	case "sweep":
		return s.Substeps * s.Springs
	case "sweep-blocks":
		return s.Substeps * s.Blocks
	case "sweep-attachments":
		return s.Substeps * s.Attachments
	case "contact", "pair-press", "pair-take", "span-press", "span-strike":
		return s.Substeps * s.Contacts
	case "pair-friction":
		return s.Substeps * r.PairRubs
	case "warm", "warm-rest":
		return s.Substeps * s.Warm
	case "residual-clear", "residual", "residual-spring": // once for all steps that are asked for together
		return 0
	}
	return s.Substeps
}

// undivided returns Times of a step without substeps.
func (r Run) undivided(pass string) int64 {
	switch pass {
	case "spring-force", "wind", "load", "span", "span-gather", "meet", "meet-gather":
		return r.Evaluations
	case "pair-force":
		if r.PairRubs > 0 && r.Impulsive {
			return r.Evaluations + 1
		}
		return r.Evaluations
	case "pair-friction":
		return r.PairRubs
	case "guide":
		if r.Continues { // once after the drift and once after the kick
			return 2
		}
		return r.Evaluations
	}
	return 1
}

// joined returns the bytes of the state that a pass over springs in colors reads and writes
// for each spring [bytes]: no two springs of a color share a mass, so each reads positions
// and velocities of both ends, and writes velocities.
func joined(pass string) int64 {
	switch pass {
	case "sweep", "warm":
		return 2 * 16 * 3
	case "residual", "residual-spring":
		return 2 * 16 * 2
	}
	return 0
}

// Of returns the bytes that the passes with these names must move in a step, in the same
// order. Unknown passes have 0 bytes.
func (r Run) Of(passes []string) []OfPass {
	size := map[string]int64{}
	for _, s := range ranges.Sizes(r.Counts) {
		size[s.Name] += s.Bytes
	}
	var out []OfPass
	for _, name := range passes {
		moved := OfPass{Pass: name}
		for buffer, times := range r.Moves(name) {
			bytes := size[buffer]
			if (buffer == "Material" || buffer == "SweepMaterial") && r.Counts.PerSpring == 0 {
				bytes = 0 // the palette is not per spring
			}
			moved.Bytes += times * bytes
		}
		moved.Bytes = r.Times(name) * (moved.Bytes + r.Counts.Springs*joined(name))
		if name == "resident" {
			moved.Bytes /= max(1, r.Together)
		}
		out = append(out, moved)
	}
	if r.Continues { // prime runs once, and not in every step
		out = slices.DeleteFunc(out, func(t OfPass) bool { return strings.HasSuffix(t.Pass, "prime") })
	}
	return out
}
