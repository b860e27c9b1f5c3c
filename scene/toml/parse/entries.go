package parse

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// rangeOf returns the ends of a number, or of two as 0..3; false of anything else.
func rangeOf(text string) (low, high int, is bool) {
	first, last, two := strings.Cut(text, "..")
	if !two {
		last = first
	}
	low, errLow := strconv.Atoi(first)
	high, errHigh := strconv.Atoi(last)
	return low, high, errLow == nil && errHigh == nil
}

// setIn replaces the value of a key of a table, or entries of its list.
func (f *File) setIn(t *Table, s setting) {
	i := slices.IndexFunc(t.Values, func(p Pair) bool { return p.Name == s.key })
	switch {
	case s.entries != "":
		if low, high, ok := f.entriesOf(t, s); ok {
			pair := &t.Values[i]
			pair.at, pair.Value.at = s.at, s.at // faults of the list are those of the setting from now on
			pair.Value.Items = slices.Clone(pair.Value.Items)
			for k := low; k <= high; k++ {
				pair.Value.Items[k] = s.value
			}
		}
	case i < 0:
		t.Values = append(t.Values, Pair{s.key, s.at, s.value})
	default:
		t.Values[i] = Pair{s.key, s.at, s.value}
	}
}

// entriesOf returns the entries of a list that a setting means, first and last.
func (f *File) entriesOf(t *Table, s setting) (low, high int, ok bool) {
	v := t.Value(s.key)
	switch {
	case v == nil:
		f.Fault(s.at, "the scene gives no %s, of which an entry could be set; give all of it", s.key)
		return 0, 0, false
	case v.kind != unstable.Array:
		f.Fault(s.at, "%s is %s and no list; write its key alone", s.key, v.describe())
		return 0, 0, false
	}
	low, high, ok = rangeOf(s.entries)
	if s.entries == "*" {
		low, high, ok = 0, len(v.Items)-1, true
	}
	if !ok || low < 0 || high < low || high >= len(v.Items) {
		f.Fault(s.at, "%s has %d entries, counted from 0, and none is %q", s.key, len(v.Items), shortened(s.entries))
		return 0, 0, false
	}
	return low, high, true
}
