package parse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"hooke/scene/toml/spec"
	"hooke/scene/words"
)

// checkTables checks every table against its description. It finds unknown tables and keys,
// wrong types, values out of range, and missing keys.
func (f *File) checkTables() {
	specs := spec.Tables()
	seen := map[string]bool{}
	for _, t := range f.Tables {
		at := slices.IndexFunc(specs, func(s spec.Table) bool { return s.Name == t.Name })
		switch {
		case at < 0:
			var known []string
			for _, s := range specs[1:] {
				known = append(known, s.Name)
			}
			f.FaultIn(t, "table %q is unknown%s; known are %s", shortened(t.Name), cmp.Or(spec.Instead(t.Name, ""), words.Guess(t.Name, known)), strings.Join(known, ", "))
			continue
		case t.many != specs[at].Many && t.many:
			f.FaultIn(t, "there is one %s; write [%s]", t.Name, t.Name)
		case t.many != specs[at].Many:
			f.FaultIn(t, "there may be several of %s; write [[%s]]", t.Name, t.Name)
		case !t.many && seen[t.Name]:
			f.FaultIn(t, "table %q already exists", t.Name)
		}
		seen[t.Name] = true
		f.checkTable(t, &specs[at])
	}
}

func (f *File) checkTable(t *Table, described *spec.Table) {
	if described.Free {
		return
	}
	var known []string
	for _, k := range described.Keys {
		known = append(known, k.Name)
	}
	for i := range t.Values {
		pair := &t.Values[i]
		key := described.Key(pair.Name)
		if key == nil {
			t.faulty = true
			f.Fault(pair.at, "key %q is unknown%s%s", shortened(pair.Name), whereIs(described), misplaced(pair.Name, described, known))
			continue
		}
		if words := wrong(key, &pair.Value); words != "" {
			t.faulty = true
			f.Fault(pair.Value.at, "%s %s", pair.Name, words)
		}
	}
	variant, ok := f.variantOf(t, described)
	if !ok {
		return
	}
	for i := range t.Values {
		pair := &t.Values[i]
		if key := described.Key(pair.Name); key != nil && key.Only != nil && !slices.Contains(key.Only, variant) {
			t.faulty = true
			f.Fault(pair.at, "%s belongs to %s, not to %s; leave it out", pair.Name, strings.Join(key.Only, " or "), variant)
		}
	}
	f.checkWith(t, described)
	for _, key := range described.Keys {
		needed := key.Required && (key.Only == nil || slices.Contains(key.Only, variant)) || slices.Contains(key.Needed, variant)
		if needed && t.Value(key.Name) == nil {
			f.FaultIn(t, "%s is missing: %s%s", key.Name, key.Doc, unitText(key.Unit))
		}
	}
}

// checkWith finds keys that do nothing, since a key that they belong to is not given, or is
// zero.
func (f *File) checkWith(t *Table, described *spec.Table) {
	if t.faulty {
		return
	}
	for i := range t.Values {
		pair := &t.Values[i]
		key := described.Key(pair.Name)
		if key.With == nil || pair.Value.zero() || slices.ContainsFunc(key.With, func(name string) bool { return t.Value(name) != nil && !t.Value(name).zero() }) {
			continue
		}
		given := slices.DeleteFunc(slices.Clone(key.With), func(name string) bool { return t.Value(name) == nil })
		t.faulty = true
		if len(given) > 0 {
			f.Fault(pair.at, "%s does nothing while %s is 0; give it another value, or leave both out", pair.Name, given[0])
			continue
		}
		f.Fault(pair.at, "%s does nothing without %s; give both or leave it out", pair.Name, strings.Join(key.With, " or "))
	}
}

// variantOf returns the variant of a table. Where one key chooses, it is the word of that key.
// Where several keys choose, it is the name of the key that is given, or the word of the
// key make. ok is false when the choice is a fault itself.
func (f *File) variantOf(t *Table, described *spec.Table) (variant string, ok bool) {
	if len(described.Variant) == 0 {
		return "", true
	}
	given := slices.DeleteFunc(slices.Clone(described.Variant), func(key string) bool { return t.Value(key) == nil })
	switch {
	case len(given) != 1 && len(described.Variant) == 1:
		f.FaultIn(t, "%s is missing: one of %s", described.Variant[0], strings.Join(described.Key(described.Variant[0]).Words, ", "))
		return "", false
	case len(given) == 0:
		f.FaultIn(t, "give one of %s", strings.Join(described.Variant, ", "))
		return "", false
	case len(given) > 1:
		f.FaultIn(t, "%s are given; give one of them", strings.Join(given, " and "))
		return "", false
	}
	key := described.Key(given[0])
	if len(described.Variant) > 1 && key.Name != "make" {
		return key.Name, true
	}
	word := t.Value(key.Name)
	return word.Text, word.kind == unstable.String && slices.Contains(key.Words, word.Text)
}

func whereIs(s *spec.Table) string {
	if s.Name == "" {
		return " before the first table"
	}
	return " in " + s.Name
}

// homeOf names the table to which keys belong, for messages.
func homeOf(s *spec.Table) string { return cmp.Or(s.Name, "the top of the file") }

// misplaced says where an unknown key belongs, or which key may be meant.
func misplaced(name string, described *spec.Table, known []string) string {
	if better := spec.Instead(described.Name, name); better != "" {
		return better
	}
	for _, k := range known {
		if strings.HasPrefix(k, name+"_") {
			return fmt.Sprintf("; did you mean %q?", k)
		}
	}
	if near := words.Guess(name, known); near != "" {
		return near
	}
	var tables []string
	for _, other := range spec.Tables() {
		if other.Name != described.Name && other.Key(name) != nil {
			tables = append(tables, homeOf(&other))
		}
	}
	if len(tables) > 0 {
		return "; it belongs to " + strings.Join(tables, ", ")
	}
	for _, other := range spec.Tables() {
		for _, k := range other.Keys {
			if len(k.Name) > 3 && words.Guess(name, []string{k.Name}) != "" {
				return fmt.Sprintf("; did you mean %q, which belongs to %s?", k.Name, homeOf(&other))
			}
		}
	}
	return "; known are " + strings.Join(known, ", ")
}

func unitText(unit string) string {
	if unit == "" {
		return ""
	}
	return " [" + unit + "]"
}
