package options

import (
	"fmt"
	"slices"
	"strings"
)

// Variant describes how passes are written. Each variant evaluates the same springs by the same formulas, and but for Lanes in
// the same order. Software renderers give the same bits with each but Constants and Lanes; the compilers of graphics
// cards contract a·b + c differently in each, so results there agree to rounding. Devices differ in which is the fastest.
// The zero value means texels and loops. The name of a pipeline may end in a variant, as in fused+storage+unroll4.
type Variant struct {
	Storage bool // state and table are read from storage blocks instead of texels; resident has the state in shared memory
	Laws    bool // the law of a regular spring stands in its slot, so that its load waits for no other
	// Constants has the offset of each regular slot in the text of the program, which visits all slots in a row and finds the
	// longest spring of a mass once; in single precision. Its formula, k − k L0/L, rounds otherwise than that of the others.
	Constants bool
	// Tile has work groups load the positions of a block of masses, and of those around it, before they sum over springs: in boxes of a
	// lattice alone. It comes with Constants.
	Tile bool
	// Persistent has all work groups make many steps in a dispatch, and wait for each other after each; it comes with Tile.
	Persistent bool
	Unroll     int  // visits of springs that are written in a row; 0: one, in a loop
	Shared     bool // the table and the laws are in shared memory, beside the state
	Lanes      int  // invocations that visit the springs of a mass, each its share; 0: one. Their sum rounds otherwise than that of one
	// Blocks has the solver impulses sweep blocks of springs in shared memory, several colors in a dispatch; see package order/blocks.
	Blocks bool
}

// word is a word of a variant, in the order of names.
type word struct {
	name      string
	pipelines []string             // that have it
	field     func(v *Variant) any // a *bool, or an *int that is set to value
	value     int
}

// words returns all words.
func words() []word {
	both, resident := []string{Fused, Resident}, []string{Resident}
	unroll, lanes := func(v *Variant) any { return &v.Unroll }, func(v *Variant) any { return &v.Lanes }
	return []word{
		{"storage", both, func(v *Variant) any { return &v.Storage }, 0},
		{"laws", both, func(v *Variant) any { return &v.Laws }, 0},
		{"constants", both, func(v *Variant) any { return &v.Constants }, 0},
		{"tile", []string{Fused}, func(v *Variant) any { return &v.Tile }, 0},
		{"persistent", []string{Fused}, func(v *Variant) any { return &v.Persistent }, 0},
		{"unroll2", both, unroll, 2}, {"unroll4", both, unroll, 4}, {"unroll8", both, unroll, 8},
		{"shared", resident, func(v *Variant) any { return &v.Shared }, 0},
		{"lanes2", resident, lanes, 2}, {"lanes4", resident, lanes, 4}, {"lanes8", resident, lanes, 8},
		{"blocks", []string{TwoPass}, func(v *Variant) any { return &v.Blocks }, 0},
	}
}

// has reports whether a variant has the word.
func (w *word) has(v Variant) bool {
	switch at := w.field(&v).(type) {
	case *bool:
		return *at
	case *int:
		return *at == w.value
	}
	return false
}

// add adds the word to a variant; it reports false where that has it, or another number of its kind.
func (w *word) add(v *Variant) bool {
	switch at := w.field(v).(type) {
	case *bool:
		was := *at
		*at = true
		return !was
	case *int:
		was := *at
		*at = w.value
		return was == 0
	}
	return false
}

// Variants returns the words that the name of a pipeline may end in, each behind a +.
func Variants(pipeline string) (names []string) {
	for _, w := range words() {
		if slices.Contains(w.pipelines, pipeline) {
			names = append(names, w.name)
		}
	}
	return names
}

// Lacked returns the first word of a variant that a pipeline lacks; it is empty where it has all.
func (v Variant) Lacked(pipeline string) string {
	for _, w := range words() {
		if w.has(v) && !slices.Contains(w.pipelines, pipeline) {
			return w.name
		}
	}
	return ""
}

// String returns the end of the name of a pipeline in this variant, such as +storage+laws; it is
// empty for the zero value.
func (v Variant) String() (text string) {
	for _, w := range words() {
		if w.has(v) {
			text += "+" + w.name
		}
	}
	return text
}

// SplitPipeline divides the name of a pipeline, one of Pipelines or Auto, from the variant
// behind it. An empty name is TwoPass. An error lists the known names and words.
func SplitPipeline(name string) (pipeline string, v Variant, err error) {
	pipeline, rest, varied := strings.Cut(name, "+")
	if name == "" {
		pipeline = TwoPass
	}
	if pipeline != Auto && !slices.Contains(Pipelines(), pipeline) {
		return "", v, fmt.Errorf("gpu: pipeline %q is unknown; known are %v and %s", pipeline, Pipelines(), Auto)
	}
	if !varied {
		return pipeline, v, nil
	}
	all := words()
	for text := range strings.SplitSeq(rest, "+") {
		k := slices.IndexFunc(all, func(w word) bool { return w.name == text && slices.Contains(w.pipelines, pipeline) })
		switch {
		case k < 0 && pipeline == Auto:
			return "", v, fmt.Errorf("gpu: pipeline %q: %s chooses variants itself", name, Auto)
		case k < 0:
			return "", v, fmt.Errorf("gpu: pipeline %q: %s has no variant %s; it has %s", name, pipeline, text, strings.Join(Variants(pipeline), ", "))
		case !all[k].add(&v):
			return "", v, fmt.Errorf("gpu: pipeline %q has %q twice", name, text)
		}
	}
	return pipeline, v, nil
}
