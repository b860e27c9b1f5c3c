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

func (f *tomlFile) checkTable(t *tomlTable, spec *tableSpec) {
	var known []string
	for _, k := range spec.keys {
		known = append(known, k.name)
	}
	for i := range t.values {
		pair := &t.values[i]
		key := spec.key(pair.name)
		if key == nil {
			t.faulty = true
			f.fault(pair.at, "key %q is unknown%s%s", shortened(pair.name), spec.where(), misplaced(pair.name, spec, known))
			continue
		}
		if words := wrong(key, &pair.value); words != "" {
			t.faulty = true
			f.fault(pair.value.at, "%s %s", pair.name, words)
		}
	}
	variant, ok := f.variantOf(t, spec)
	if !ok {
		return
	}
	for i := range t.values {
		pair := &t.values[i]
		if key := spec.key(pair.name); key != nil && key.only != nil && !slices.Contains(key.only, variant) {
			t.faulty = true
			f.fault(pair.at, "%s belongs to %s, not to %s; leave it out", pair.name, strings.Join(key.only, " or "), variant)
		}
	}
	for _, key := range spec.keys {
		needed := key.required && (key.only == nil || slices.Contains(key.only, variant)) || slices.Contains(key.needed, variant)
		if needed && t.value(key.name) == nil {
			f.faultIn(t, "%s is missing: %s%s", key.name, key.doc, unitText(key.unit))
		}
	}
}

// variantOf is the variant of a table: the word of the one key that chooses, or
// which of several keys is given (make counts by its word). It is false when that
// is a fault itself.
func (f *tomlFile) variantOf(t *tomlTable, spec *tableSpec) (variant string, ok bool) {
	if len(spec.variant) == 0 {
		return "", true
	}
	given := slices.DeleteFunc(slices.Clone(spec.variant), func(key string) bool { return t.value(key) == nil })
	switch {
	case len(given) != 1 && len(spec.variant) == 1:
		f.faultIn(t, "%s is missing: one of %s", spec.variant[0], strings.Join(spec.key(spec.variant[0]).words, ", "))
		return "", false
	case len(given) == 0:
		f.faultIn(t, "give one of %s", strings.Join(spec.variant, ", "))
		return "", false
	case len(given) > 1:
		f.faultIn(t, "%s are given; give one of them", strings.Join(given, " and "))
		return "", false
	}
	key := spec.key(given[0])
	if len(spec.variant) > 1 && key.name != "make" {
		return key.name, true
	}
	word := t.value(key.name)
	return word.text, word.kind == unstable.String && slices.Contains(key.words, word.text)
}

func (s *tableSpec) where() string {
	if s.name == "" {
		return " before the first table"
	}
	return " in " + s.name
}

// misplaced says where an unknown key belongs, or what it may have been.
func misplaced(name string, spec *tableSpec, known []string) string {
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
		if other.name != spec.name && other.key(name) != nil {
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

// guess is "; did you mean ...?", or nothing.
func guess(name string, known []string) string {
	best, text := 3, ""
	if len(name) > 40 {
		return ""
	}
	for _, k := range known {
		if d := editDistance(strings.ToLower(name), k); d < best && d < len(k)-1 {
			best, text = d, fmt.Sprintf("; did you mean %q?", k)
		}
	}
	return text
}

func unitText(unit string) string {
	if unit == "" {
		return ""
	}
	return " [" + unit + "]"
}
