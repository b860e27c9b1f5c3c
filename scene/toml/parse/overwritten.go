package parse

import "fmt"

// Overwrite is a setting that has no effect, since later ones set all numbers that it sets.
type Overwrite struct {
	Setting, By int  // numbers of the two settings; of several later ones the one that sets the first number
	More        int  // how many other later ones there are
	Numbers     int  // how many values the first sets
	Wider       bool // the later one sets others besides, so that the first has an effect behind it
}

// Words say that the setting has no effect. name returns a setting for users.
func (w Overwrite) Words(name func(setting int) string) string {
	by, number := name(w.By)+", which comes later, sets", "number"
	if w.More > 0 {
		by = fmt.Sprintf("%s and %d more, which come later, set", name(w.By), w.More)
	}
	if w.Numbers > 1 {
		number = "numbers"
	}
	return fmt.Sprintf("%s has no effect: %s the same %s; leave one out", name(w.Setting), by, number)
}

// cell is one value of a file: a key of a table, and an entry of its list.
type cell struct {
	table *Table
	key   string
	entry int
}

// Overwritten returns the settings that have no effect beside the others. It compares the values that they write, not
// their names: actuator[0], actuator[left] and actuator[*] may mean the same table.
func (source *Source) Overwritten(settings ...string) (out []Overwrite) {
	f := source.With()
	last := map[cell]int{} // the setting that writes each value
	wrote := make([][]cell, len(settings))
	for i, line := range settings {
		s, ok := f.readSetting(line, 0)
		if !ok {
			continue
		}
		for _, t := range f.tablesOf(s) {
			low, high := 0, max(0, len(s.value.Items)-1)
			if s.entries != "" {
				if low, high, ok = f.entriesOf(t, s); !ok {
					continue
				}
			} else if old := t.Value(s.key); old != nil {
				for k := high + 1; k < len(old.Items); k++ {
					last[cell{t, s.key, k}] = i // the list is shorter now
				}
			}
			f.setIn(t, s)
			for k := low; k <= high; k++ {
				at := cell{t, s.key, k}
				last[at], wrote[i] = i, append(wrote[i], at)
			}
		}
	}
	lasting := map[int]bool{}
	for _, i := range last {
		lasting[i] = true
	}
	for i, cells := range wrote {
		if len(cells) > 0 && !lasting[i] {
			later := map[int]bool{}
			for _, at := range cells {
				later[last[at]] = true
			}
			by := last[cells[0]]
			out = append(out, Overwrite{Setting: i, By: by, More: len(later) - 1, Numbers: len(cells), Wider: len(wrote[by]) > len(cells)})
		}
	}
	return out
}
