package ensemble

import (
	"fmt"

	"hooke/shaders"
)

// rows are the numbers of the rows of an array, by their names in shaders.
type rows struct {
	prefix string
	at     map[string]int
	names  []string
	count  int
}

func newRows(prefix string) *rows { return &rows{prefix: prefix, at: map[string]int{}} }

// add takes count rows.
func (r *rows) add(name string, count int) *rows {
	r.at[name] = r.count
	r.names = append(r.names, name)
	r.count += count
	return r
}

// defines tell shaders where rows are.
func (r *rows) defines() (out []shaders.Define) {
	for _, name := range r.names {
		out = append(out, number(r.prefix+name, r.at[name]))
	}
	return out
}

// number returns a define of a whole number.
func number(name string, x int) shaders.Define {
	return shaders.Define{Name: name, Value: fmt.Sprintf("%du", x)}
}

// plain returns a define of a number that conditions read.
func plain(name string, x int) shaders.Define {
	return shaders.Define{Name: name, Value: fmt.Sprint(x)}
}

// layout describes which rows the arrays of a kind have.
type layout struct {
	value *rows // float32, which the host writes
	word  *rows // uint32
	rest  *rows // float32, which the device writes
	phase int   // rows of phases
	pairs int   // words of lists of pairs, behind the rows of word; the host never reads them
	sum   *rows // float32 of measurements; nil: none
}

// Rows of contacts, muscles, times.
const (
	contactRows = 8 // normal, offset, k, c, μs, μk
	smoothRows  = 7 // whether there is a half-life, then XX, XV, XQ, VX, VV, VQ of spring.Transition
	timeRows    = 4 // time at the start and dt, in two words each
)

// newLayout numbers the rows of a kind with a table.
func newLayout(t *table) *layout {
	laws, planes, muscles, forces := len(t.laws), len(t.kind.Params.Contacts), len(t.kind.Params.Actuators), len(t.kind.Params.Forces)
	l := &layout{value: newRows("ROW_"), word: newRows("WORD_"), rest: newRows("ROW_"), phase: max(1, 4*(muscles+len(t.wheels)))}
	l.value.add("STIFFNESS", laws).add("DAMPING", laws).add("REST", laws).add("SCALE", 1+len(t.scales)).add("WEIGHT", 1+len(t.scales)).
		add("CONTACT", contactRows*planes).add("FALL", 3).add("DRAG", 1).add("LIMIT", 1).add("AMPLITUDE", muscles)
	if t.smooth {
		l.value.add("SMOOTH", smoothRows*muscles)
	}
	if t.quadratic {
		l.value.add("QUADRATIC", 1)
	}
	l.value.add("LOAD", 3*forces).add("TIME", timeRows).add("NEAR", 3).add("UP", 3).add("HIGH", 3*planes).add("GROUND", 1).add("MASS", 1).
		add("STILL_SPEED", 1).add("FALL_HEIGHT", 1).add("LEAVE_RADIUS", 1)
	l.word.add("ENDED", 1).add("AGE", 1).add("COPY", 1).add("FLAGS", t.flagWords).add("UNTIL", 1).add("STILL_STEPS", 1).add("LOOK", 1).add("CALM", 1).add("SINCE", 1)
	if t.pairs != nil {
		l.word.add("OLD", 2) // by the copy of the state that lists are too old for
		l.pairs = t.pairs.Rows()
	}
	if t.kind.Control != nil {
		l.word.add("BOUNDARY", 1)
	}
	l.rest.add("NOW", laws).add("FORCE", 3*forces).add("SIGNAL", t.signals.count)
	if t.smooth {
		l.rest.add("SOFT", 4*muscles)
	}
	if t.measured != nil {
		l.word.add("COUNT_FROM", 1).add("SAMPLE", 1).add("SAMPLES", 1).add("SAMPLED", 1).add("BEGAN", 1).add("STEPS", 1).add("TOUCHED", t.groups())
		l.sum = newRows("ROW_").add("CENTER", 6).add("BEGIN", 6).add("PATH", 2).add("YAW", 4).add("TURNS", 1).add("HEIGHT", 2).add("LEAST", 1).
			add("CLEARANCE", 1).add("STRAIN", 1).add("WORK", 2).add("POSITIVE", 2).add("LENGTH", 1).add("BEFORE", laws)
	}
	return l
}

// defines returns those of all passes of a kind.
func (l *layout) defines(t *table) []shaders.Define {
	on := func(name string, is bool) shaders.Define { return shaders.Define{Name: name, Value: shaders.OnOff(is)} }
	out := []shaders.Define{{Name: "PRECISION", Value: "0"}, on("FULL", t.full), on("SMOOTH", t.smooth), on("CURVES", t.curves), on("MEASURED", t.measured != nil),
		number("MASSES", t.kind.Model.MassCount()), number("MASS_WORDS", t.massWords()), number("ENTRY_WORDS", t.entryWords()), number("FLAG_WORDS", t.flagWords),
		number("LAWS", len(t.laws)), plain("PLANES", len(t.kind.Params.Contacts)), plain("MUSCLES", len(t.kind.Params.Actuators)), plain("FORCES", len(t.kind.Params.Forces)),
		number("GROUPS", t.groups()), number("MUSCLE_AT", t.musclesAt), number("FORCE_AT", t.forcesAt), number("FIXED_AT", t.fixedAt), number("FIXED", t.fixed)}
	if t.pairs != nil {
		out = append(out, t.pairs.Defines(t.ballAt(), t.pairsAt)...)
		out = append(out, number("WORD_PAIRS", l.word.count))
	}
	out = append(out, t.acts.defines(len(t.kind.Params.Motors))...)
	out = append(out, l.value.defines()...)
	out = append(out, l.word.defines()...)
	return append(out, l.rest.defines()...)
}
