package scene

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// checkTables holds every table against its description: unknown tables and
// keys, wrong types, values out of range, keys that are missing.
func (f *tomlFile) checkTables() {
	specs := tableSpecs()
	seen := map[string]bool{}
	for _, t := range f.tables {
		at := slices.IndexFunc(specs, func(s tableSpec) bool { return s.name == t.name })
		switch {
		case at < 0:
			var known []string
			for _, s := range specs[1:] {
				known = append(known, s.name)
			}
			f.faultIn(t, "table %q is unknown%s; known are %s", shortened(t.name), guess(t.name, known), strings.Join(known, ", "))
			continue
		case t.many != specs[at].many && t.many:
			f.faultIn(t, "there is one %s; write [%s]", t.name, t.name)
		case t.many != specs[at].many:
			f.faultIn(t, "there may be several of %s; write [[%s]]", t.name, t.name)
		case !t.many && seen[t.name]:
			f.faultIn(t, "table %q is there already", t.name)
		}
		seen[t.name] = true
		f.checkTable(t, &specs[at])
	}
}

func (f *tomlFile) checkTable(t *tomlTable, described *tableSpec) {
	var known []string
	for _, k := range described.keys {
		known = append(known, k.name)
	}
	for i := range t.values {
		pair := &t.values[i]
		key := described.key(pair.name)
		if key == nil {
			t.faulty = true
			f.fault(pair.at, "key %q is unknown%s%s", shortened(pair.name), whereIs(described), misplaced(pair.name, described, known))
			continue
		}
		if words := wrong(key, &pair.value); words != "" {
			t.faulty = true
			f.fault(pair.value.at, "%s %s", pair.name, words)
		}
	}
	variant, ok := f.variantOf(t, described)
	if !ok {
		return
	}
	for i := range t.values {
		pair := &t.values[i]
		if key := described.key(pair.name); key != nil && key.only != nil && !slices.Contains(key.only, variant) {
			t.faulty = true
			f.fault(pair.at, "%s belongs to %s, not to %s; leave it out", pair.name, strings.Join(key.only, " or "), variant)
		}
	}
	for _, key := range described.keys {
		needed := key.required && (key.only == nil || slices.Contains(key.only, variant)) || slices.Contains(key.needed, variant)
		if needed && t.value(key.name) == nil {
			f.faultIn(t, "%s is missing: %s%s", key.name, key.doc, unitText(key.unit))
		}
	}
}

// variantOf is the variant of a table: the word of the one key that chooses, or
// which of several keys is given (make counts by its word). It is false when that
// is a fault itself.
func (f *tomlFile) variantOf(t *tomlTable, described *tableSpec) (variant string, ok bool) {
	if len(described.variant) == 0 {
		return "", true
	}
	given := slices.DeleteFunc(slices.Clone(described.variant), func(key string) bool { return t.value(key) == nil })
	switch {
	case len(given) != 1 && len(described.variant) == 1:
		f.faultIn(t, "%s is missing: one of %s", described.variant[0], strings.Join(described.key(described.variant[0]).words, ", "))
		return "", false
	case len(given) == 0:
		f.faultIn(t, "give one of %s", strings.Join(described.variant, ", "))
		return "", false
	case len(given) > 1:
		f.faultIn(t, "%s are given; give one of them", strings.Join(given, " and "))
		return "", false
	}
	key := described.key(given[0])
	if len(described.variant) > 1 && key.name != "make" {
		return key.name, true
	}
	word := t.value(key.name)
	return word.text, word.kind == unstable.String && slices.Contains(key.words, word.text)
}

func whereIs(s *tableSpec) string {
	if s.name == "" {
		return " before the first table"
	}
	return " in " + s.name
}

// misplaced says where an unknown key belongs, or what it may have been.
func misplaced(name string, described *tableSpec, known []string) string {
	for _, k := range known {
		if strings.HasPrefix(k, name+"_") {
			return fmt.Sprintf("; did you mean %q?", k)
		}
	}
	if near := guess(name, known); near != "" {
		return near
	}
	var tables []string
	for _, other := range tableSpecs() {
		if other.name != described.name && other.key(name) != nil {
			tables = append(tables, other.name)
		}
	}
	if len(tables) > 0 {
		return "; it belongs to " + strings.Join(tables, ", ")
	}
	for _, other := range tableSpecs() {
		for _, k := range other.keys {
			if len(k.name) > 3 && guess(name, []string{k.name}) != "" {
				return fmt.Sprintf("; did you mean %q, which belongs to %s?", k.name, other.name)
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
