package parse

import (
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"hooke/scene/toml/spec"
)

// Variant is a checked file with settings, which gives the file with other numbers for the same keys. Tables whose numbers stay are
// not read again. It is frozen; goroutines may share it. NewVariant makes it.
type Variant struct {
	file     *File
	settings []string
	bare     []bool    // whether a setting has neither quotes nor variables
	keys     []string  // of the settings, with the sign behind them
	parsed   []setting // the settings
	of       [][]int   // the tables that each setting sets something in
	base     []*Table  // without settings
	by       [][]int   // the settings that set something in each table, in their order
	uses     []bool    // whether a table uses variables
	value    map[string]float64
	known    []string
}

// Change is a number, or a list of numbers, that differs between two files.
type Change struct {
	Table int // its number in Tables
	Key   *spec.Key
}

// NewVariant returns the variants of a source. f is the source with the settings, checked and without faults. It returns nil where
// settings decide which tables others mean.
func NewVariant(source *Source, settings []string, f *File) *Variant {
	raw := source.With(settings...) // before variables are evaluated
	v := &Variant{file: f, settings: settings, base: slices.Clone(source.tables), by: make([][]int, len(raw.Tables)), uses: make([]bool, len(raw.Tables))}
	for _, t := range raw.Tables[len(v.base):] { // that a setting has made
		v.base = append(v.base, &Table{Name: t.Name, at: t.at, many: t.many})
	}
	for i, line := range settings {
		s, ok := raw.readSetting(line, 0)
		key, _, _ := strings.Cut(line, "=")
		if !ok || s.key == "name" || s.key == "letter" {
			return nil
		}
		var of []int
		for _, t := range raw.tablesOf(s) {
			number := slices.Index(raw.Tables, t)
			of, v.by[number] = append(of, number), append(v.by[number], i)
		}
		v.bare = append(v.bare, !strings.ContainsAny(line, "$\"'"))
		v.keys, v.parsed, v.of = append(v.keys, key+"="), append(v.parsed, s), append(v.of, of)
	}
	for i, t := range raw.Tables {
		v.uses[i] = t.Name != letTable && slices.ContainsFunc(t.Values, func(p Pair) bool { return p.Value.uses() })
	}
	of := newVariables()
	for _, t := range raw.Tables {
		if t.Name == letTable {
			raw.define(t, of)
		}
	}
	v.value, v.known = of.value, of.known
	return v
}

// uses reports whether a text of the value has a variable in it.
func (v *Value) uses() bool {
	return v.kind == unstable.String && strings.Contains(v.Text, "$") || slices.ContainsFunc(v.Items, func(item Value) bool { return item.uses() })
}

// Tables returns those of the file of the variant.
func (v *Variant) Tables() []*Table { return v.file.Tables }

// With returns the file with other settings, and all numbers in which it differs. It shares
// tables that do not differ. ok is false if more than numbers may differ: keys of settings,
// texts, a 0 that is no seed; and if there is a fault.
func (v *Variant) With(settings []string) (f *File, changes []Change, ok bool) {
	values, touched, ok := v.touch(settings)
	if !ok {
		return nil, nil, false
	}
	f = &File{Name: v.file.Name, data: v.file.data, length: v.file.length, Tables: slices.Clone(v.file.Tables)}
	variables := v.variables(f, values, touched)
	for i, old := range v.file.Tables {
		if !touched[i] || old.Name == letTable {
			continue
		}
		t := v.set(f, i, values)
		if len(t.Values) != len(old.Values) {
			return nil, nil, false
		}
		for k := range t.Values {
			pair, was := &t.Values[k], &old.Values[k]
			if v.uses[i] {
				if key := spec.Of(t.Name).Key(pair.Name); key.Kind.Numeric() {
					f.evaluateIn(t, &pair.Value, key.Kind, variables)
				}
			}
			same, alike := compare(&pair.Value, &was.Value)
			if pair.Name != was.Name {
				return nil, nil, false
			}
			if same {
				continue
			}
			key := spec.Of(t.Name).Key(pair.Name)
			if !alike && key.Name != "seed" || wrong(key, &pair.Value) != "" {
				return nil, nil, false
			}
			changes = append(changes, Change{i, key})
		}
		f.Tables[i] = t
	}
	return f, changes, !f.Faulty()
}

// touch returns the values of settings. touched are the tables in which those that differ set something.
func (v *Variant) touch(settings []string) (values []Value, touched []bool, ok bool) {
	if len(settings) != len(v.settings) {
		return nil, nil, false
	}
	values, touched = make([]Value, len(settings)), make([]bool, len(v.base))
	for i, line := range settings {
		if values[i] = v.parsed[i].value; line == v.settings[i] {
			continue
		}
		text, found := strings.CutPrefix(line, v.keys[i])
		if !found || !v.bare[i] || strings.ContainsAny(text, "$\"'\r\n") {
			return nil, nil, false
		}
		value, err := readValue(strings.TrimSpace(text), values[i].at)
		if err != nil {
			return nil, nil, false
		}
		values[i] = value
		for _, t := range v.of[i] {
			touched[t] = true
		}
	}
	return values, touched, true
}

// variables returns those of [let]; nil where no table uses any. Where settings touch [let], they also touch the tables that use variables.
func (v *Variant) variables(f *File, values []Value, touched []bool) *variables {
	if !slices.Contains(v.uses, true) {
		return nil
	}
	out := newVariables()
	for i, t := range v.base {
		if t.Name == letTable && touched[i] {
			for i, t := range v.base {
				if t.Name == letTable {
					f.define(v.set(f, i, values), out)
				}
				touched[i] = touched[i] || v.uses[i]
			}
			return out
		}
	}
	out.value, out.known = v.value, v.known
	return out
}

// set returns a table of the source with settings of these values in it. Faults are those of f.
func (v *Variant) set(f *File, number int, values []Value) *Table {
	t := *v.base[number]
	t.Values = append(make([]Pair, 0, len(v.file.Tables[number].Values)), t.Values...)
	if v.uses[number] {
		for i := range t.Values {
			t.Values[i].Value = t.Values[i].Value.clone()
		}
	}
	for _, i := range v.by[number] {
		s := v.parsed[i]
		s.value = values[i].clone()
		f.setIn(&t, s)
	}
	return &t
}

// compare reports whether two values are the same, and whether they are alike: they differ in numbers that are not 0.
func compare(a, b *Value) (same, alike bool) {
	if a.kind == unstable.Array || b.kind == unstable.Array {
		if a.kind != b.kind || len(a.Items) != len(b.Items) {
			return false, false
		}
		same = true
		for i := range a.Items {
			one, fits := compare(&a.Items[i], &b.Items[i])
			if !fits {
				return false, false
			}
			same = same && one
		}
		return same, true
	}
	if a.kind == b.kind && a.Text == b.Text {
		return true, true
	}
	x, isX := a.isZero()
	y, isY := b.isZero()
	return false, isX && isY && x == y
}

// isZero reports whether a scalar is 0, and whether it is a number at all.
func (v *Value) isZero() (zero, isNumber bool) {
	const digits = 30 // a number of no more is not rounded to 0
	plain, zero := (v.kind == unstable.Float || v.kind == unstable.Integer) && len(v.Text) < digits, true
	for i := 0; plain && i < len(v.Text); i++ {
		c := v.Text[i]
		plain = c >= '0' && c <= '9' || c == '.'
		zero = zero && (c == '0' || c == '.')
	}
	if plain {
		return zero, true // without computing it, which takes longer than all else of a comparison
	}
	x, isNumber := v.number()
	return x == 0, isNumber
}
