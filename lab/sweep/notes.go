package sweep

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"sync"
)

// noted gathers the notes of scenes. Notes that differ in numbers alone are one, that of the first run. The zero value is empty.
type noted struct {
	lock  sync.Mutex
	kinds map[string]noteOf
}

type noteOf struct {
	run   int64
	place int // among the notes of the run
	text  string
}

// numberForm finds numbers in a text.
var numberForm = regexp.MustCompile(`[0-9][0-9.,e+-]*`)

// add adds the notes of a run.
func (n *noted) add(run int64, lines []string) {
	n.lock.Lock()
	defer n.lock.Unlock()
	for i, text := range lines {
		kind := numberForm.ReplaceAllString(text, "0")
		if was, has := n.kinds[kind]; has && was.run <= run {
			continue
		}
		if n.kinds == nil {
			n.kinds = map[string]noteOf{}
		}
		n.kinds[kind] = noteOf{run, i, text}
	}
}

// mostNotes bounds the notes of a sweep.
const mostNotes = 12

// lines returns the notes, run by run. Those of the first run are without its number, since most often they are of all runs.
func (n *noted) lines(first int64) (out []string) {
	var all []noteOf
	for _, one := range n.kinds {
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b noteOf) int { return cmp.Or(cmp.Compare(a.run, b.run), cmp.Compare(a.place, b.place)) })
	for i, one := range all {
		switch {
		case i == mostNotes:
			return append(out, fmt.Sprintf("and %d more; hooke info prints those of a scene", len(all)-mostNotes))
		case one.run == first:
			out = append(out, one.text)
		default:
			out = append(out, fmt.Sprintf("run %d: %s", one.run, one.text))
		}
	}
	return out
}
