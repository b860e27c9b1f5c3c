package scene

import (
	"fmt"
	"math"
	"slices"
	"strconv"
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
			f.faultIn(t, "table %q is unknown%s; known are %s", t.name, guess(t.name, known), strings.Join(known, ", "))
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
			f.fault(pair.at, "key %q is unknown%s%s", pair.name, spec.where(), misplaced(pair.name, spec, known))
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

// wrong says what is wrong with the value of a key; empty: nothing.
func wrong(k *keySpec, v *tomlValue) string {
	number := func(v *tomlValue, want string) string {
		x, ok := v.number()
		switch {
		case !ok:
			return fmt.Sprintf("is %s; give %s", v.describe(), want)
		case math.IsNaN(x) || math.IsInf(x, 0):
			return fmt.Sprintf("is %s; give a finite number", v.text)
		case !k.bound.holds(x):
			return fmt.Sprintf("is %s%s; it must be %v", v.text, spaced(k.unit), k.bound)
		}
		return ""
	}
	whole := func(v *tomlValue) string {
		if v.kind != unstable.Integer {
			return fmt.Sprintf("is %s; give a whole number", v.describe())
		}
		return number(v, "a whole number")
	}
	each := func(least, most int, want string, item func(*tomlValue) string) string {
		if v.kind != unstable.Array || len(v.items) < least || len(v.items) > most {
			return fmt.Sprintf("is %s; give %s", v.describe(), want)
		}
		for i := range v.items {
			if words := item(&v.items[i]); words != "" {
				return words
			}
		}
		return ""
	}
	word := func(v *tomlValue) string {
		switch {
		case v.kind != unstable.String:
			return fmt.Sprintf("is %s; give a text in quotes", v.describe())
		case v.text == "":
			return "is empty; write something, or leave it out"
		case k.words != nil && !slices.Contains(k.words, v.text):
			return fmt.Sprintf("is %s, which is unknown%s; known are %s", v.describe(), guess(v.text, k.words), strings.Join(k.words, ", "))
		}
		return ""
	}
	switch k.kind {
	case aText, aWord:
		return word(v)
	case aFile:
		if words := word(v); words != "" {
			return words
		}
		return strayPath(v.text)
	case aNumber:
		return number(v, "a number")
	case aStep:
		if v.kind == unstable.String && v.text == "auto" {
			return ""
		}
		return number(v, `a number or "auto"`)
	case aWhole:
		return whole(v)
	case aFlag:
		if v.kind != unstable.Bool {
			return fmt.Sprintf("is %s; give true or false", v.describe())
		}
		return ""
	case aVector:
		return each(3, 3, "three numbers, [x, y, z]", func(v *tomlValue) string { return number(v, "three numbers, [x, y, z]") })
	case aCount:
		if v.kind == unstable.String {
			if _, err := ParseCount(v.text); err != nil {
				return "is a " + err.Error()
			}
			return ""
		}
		return whole(v)
	case sizes:
		if v.kind != unstable.Array {
			return whole(v)
		}
		return each(1, 3, "a whole number, or a list of one to three", whole)
	case wholes:
		return each(1, math.MaxInt, "a list of whole numbers, such as [0, 7, 12]", whole)
	case texts:
		if v.kind != unstable.Array {
			return word(v)
		}
		return each(1, math.MaxInt, "a text or a list of texts", word)
	case curve:
		if v.kind == unstable.String {
			return strayPath(v.text)
		}
		return each(1, maxTableRows, `points, [[at, value], ...], or a file, "table.csv"`, points(k, 2))
	case path:
		return each(1, maxTableRows, "points, [[time, x, y, z], ...]", points(k, 4))
	}
	return ""
}

// points judges a point of n numbers.
func points(k *keySpec, n int) func(*tomlValue) string {
	one := keySpec{kind: aNumber, unit: k.unit}
	return func(v *tomlValue) string {
		if v.kind != unstable.Array || len(v.items) != n {
			return fmt.Sprintf("has %s among its points; each has %d numbers", v.describe(), n)
		}
		for i := range v.items {
			if words := wrong(&one, &v.items[i]); words != "" {
				return words
			}
		}
		return ""
	}
}

func spaced(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// number is a number of the file, whole or not.
func (v *tomlValue) number() (float64, bool) {
	text := strings.ReplaceAll(v.text, "_", "")
	switch v.kind {
	case unstable.Float:
		x, err := strconv.ParseFloat(text, 64)
		return x, err == nil
	case unstable.Integer:
		x, err := strconv.ParseInt(strings.TrimPrefix(text, "+"), 0, 64)
		return float64(x), err == nil
	}
	return 0, false
}

// describe says what a value is, for messages.
func (v *tomlValue) describe() string {
	switch v.kind {
	case unstable.String:
		if len(v.text) > 40 {
			return "a long text"
		}
		return strconv.Quote(v.text)
	case unstable.Array:
		return fmt.Sprintf("a list of %d", len(v.items))
	case unstable.InlineTable:
		return "a table"
	case unstable.Bool, unstable.Integer, unstable.Float:
		return v.text
	}
	return "a date or time"
}
