package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// wrong says what is wrong with the value of a key; empty: nothing.
func wrong(k *keySpec, v *tomlValue) string {
	switch k.kind {
	case aText, aWord:
		return wrongWord(k, v)
	case aFile:
		if words := wrongWord(k, v); words != "" {
			return words
		}
		return strayPath(v.text)
	case aNumber:
		return wrongNumber(k, v, "a number")
	case aStep:
		if v.kind == unstable.String && v.text == "auto" {
			return ""
		}
		return wrongNumber(k, v, `a number or "auto"`)
	case aWhole:
		return wrongWhole(k, v)
	case aFlag:
		if v.kind != unstable.Bool {
			return fmt.Sprintf("is %s; give true or false", v.describe())
		}
	case aCount:
		if v.kind != unstable.String {
			return wrongWhole(k, v)
		}
		if _, err := ParseCount(v.text); err != nil {
			return "is a " + err.Error()
		}
	default:
		return wrongList(k, v)
	}
	return ""
}

// wrongList judges what may be, or is, a list.
func wrongList(k *keySpec, v *tomlValue) string {
	list := v.kind == unstable.Array
	switch k.kind {
	case aVector:
		const want = "three numbers, [x, y, z]"
		return wrongItems(v, 3, 3, want, func(v *tomlValue) string { return wrongNumber(k, v, want) })
	case sizes:
		if !list {
			return wrongWhole(k, v)
		}
		return wrongItems(v, 1, 3, "a whole number, or a list of one to three", func(v *tomlValue) string { return wrongWhole(k, v) })
	case wholes:
		return wrongItems(v, 1, math.MaxInt, "a list of whole numbers, such as [0, 7, 12]", func(v *tomlValue) string { return wrongWhole(k, v) })
	case texts:
		if !list {
			return wrongWord(k, v)
		}
		return wrongItems(v, 1, math.MaxInt, "a text or a list of texts", func(v *tomlValue) string { return wrongWord(k, v) })
	case curve:
		if v.kind == unstable.String {
			return strayPath(v.text)
		}
		return wrongItems(v, 1, maxTableRows, `points, [[at, value], ...], or a file, "table.csv"`, points(k, 2))
	case path:
		return wrongItems(v, 1, maxTableRows, "points, [[time, x, y, z], ...]", points(k, 4))
	}
	return ""
}

// wrongItems judges a list by its length and its items.
func wrongItems(v *tomlValue, least, most int, want string, item func(*tomlValue) string) string {
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

func wrongNumber(k *keySpec, v *tomlValue, want string) string {
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

func wrongWhole(k *keySpec, v *tomlValue) string {
	if v.kind != unstable.Integer {
		return fmt.Sprintf("is %s; give a whole number", v.describe())
	}
	return wrongNumber(k, v, "a whole number")
}

func wrongWord(k *keySpec, v *tomlValue) string {
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
