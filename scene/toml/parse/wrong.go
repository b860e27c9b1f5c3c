package parse

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2/unstable"

	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/spec"
	"hooke/scene/words"
)

// wrong returns the fault in the value of a key; empty for a valid value.
func wrong(k *spec.Key, v *Value) string {
	switch k.Kind {
	case spec.Text, spec.Word:
		return wrongWord(k, v)
	case spec.File:
		if words := wrongWord(k, v); words != "" {
			return words
		}
		return Stray(v.Text)
	case spec.Number:
		return wrongNumber(k, v, "a number")
	case spec.Step:
		if v.kind == unstable.String && (v.Text == "auto" || v.Text == "class") {
			return ""
		}
		return wrongNumber(k, v, `a number, "auto" or "class"`)
	case spec.Whole:
		return wrongWhole(k, v)
	case spec.OneMass:
		if v.kind == unstable.String {
			return wrongWord(k, v)
		}
		if v.kind != unstable.Integer || v.Whole() < 0 {
			return fmt.Sprintf("is %s; give the name of a mass in quotes, or its number", v.describe())
		}
	case spec.Flag:
		if v.kind != unstable.Bool {
			return fmt.Sprintf("is %s; give true or false", v.describe())
		}
	case spec.Count:
		if v.kind != unstable.String {
			return wrongWhole(k, v)
		}
		if _, err := scene.ParseCount(v.Text); err != nil {
			return "is a " + err.Error()
		}
	default:
		return wrongList(k, v)
	}
	return ""
}

// wrongList judges the value of a key that holds, or may hold, a list.
func wrongList(k *spec.Key, v *Value) string {
	list := v.kind == unstable.Array
	switch k.Kind {
	case spec.Vector, spec.Direction:
		const want = "three numbers, [x, y, z]"
		words := wrongItems(v, 3, 3, want, func(v *Value) string { return wrongNumber(k, v, want) })
		if words == "" && k.Kind == spec.Direction && v.vector() == (model.Vec3{}) {
			return "is [0, 0, 0], which has no direction; give a number other than 0"
		}
		return words
	case spec.Sizes:
		if !list {
			return wrongWhole(k, v)
		}
		return wrongItems(v, 1, 3, "a whole number, or a list of one to three", func(v *Value) string { return wrongWhole(k, v) })
	case spec.Wholes:
		return cmp.Or(wrongItems(v, 1, math.MaxInt, "a list of whole numbers, such as [0, 7, 12]", func(v *Value) string { return wrongWhole(k, v) }), twice(v))
	case spec.Numbers:
		if !list {
			return wrongNumber(k, v, "a number or a list of numbers")
		}
		return wrongItems(v, 1, math.MaxInt, "a number or a list of numbers", func(v *Value) string { return wrongNumber(k, v, "a list of numbers") })
	case spec.Texts:
		if !list {
			return wrongWord(k, v)
		}
		return cmp.Or(wrongItems(v, 1, math.MaxInt, "a text or a list of texts", func(v *Value) string { return wrongWord(k, v) }), twice(v))
	case spec.Curve:
		if v.kind == unstable.String {
			return Stray(v.Text)
		}
		return wrongItems(v, 1, scene.MaxTableRows, `points, [[at, value], ...], or a file, "table.csv"`, points(k, 2))
	case spec.Path:
		return wrongItems(v, 1, scene.MaxTableRows, "points, [[time, x, y, z], ...]", points(k, 4))
	case spec.Points:
		if v.kind == unstable.String {
			return Stray(v.Text)
		}
		return wrongItems(v, 2, spec.MostPoints, fmt.Sprintf(`2 to %d points, [[at, value], ...], or a file, "table.csv"`, spec.MostPoints), points(k, 2))
	}
	return ""
}

// wrongItems judges a list by its length and its items.
func wrongItems(v *Value, least, most int, want string, item func(*Value) string) string {
	if v.kind != unstable.Array || len(v.Items) < least || len(v.Items) > most {
		return fmt.Sprintf("is %s; give %s", v.describe(), want)
	}
	for i := range v.Items {
		if words := item(&v.Items[i]); words != "" {
			return words
		}
	}
	return ""
}

// twice says which item a list of texts or whole numbers has more than once.
func twice(v *Value) string {
	seen := make(map[string]bool, len(v.Items))
	for i := range v.Items {
		item := &v.Items[i]
		text := item.Text
		if item.kind == unstable.Integer {
			text = strconv.FormatInt(item.Whole(), 10) // 0x10 is 16
		}
		if seen[text] {
			return fmt.Sprintf("names %s twice; once is enough", item.describe())
		}
		seen[text] = true
	}
	return ""
}

func wrongNumber(k *spec.Key, v *Value, want string) string {
	x, ok := v.number()
	switch {
	case !ok:
		return fmt.Sprintf("is %s; give %s", v.describe(), want)
	case math.IsNaN(x) || math.IsInf(x, 0):
		return fmt.Sprintf("is %s; give a finite number", v.Text)
	case !k.Bound.Holds(x):
		return fmt.Sprintf("is %s%s; it must be %v", v.Text, spaced(k.Unit), k.Bound)
	case math.Abs(x) > spec.Largest && !k.Kind.Counts():
		return fmt.Sprintf("is %s%s; no number may be larger than %g, whose square single precision still holds: use other units", v.Text, spaced(k.Unit), float64(spec.Largest))
	case x != 0 && math.Abs(x) < spec.Least && k.Bound.Smallest() != "":
		return fmt.Sprintf("is %s%s; it must be %s, whose inverse single precision still holds: use other units", v.Text, spaced(k.Unit), k.Bound.Smallest())
	}
	return ""
}

func wrongWhole(k *spec.Key, v *Value) string {
	if v.kind != unstable.Integer {
		return fmt.Sprintf("is %s; give a whole number", v.describe())
	}
	return wrongNumber(k, v, "a whole number")
}

func wrongWord(k *spec.Key, v *Value) string {
	switch {
	case v.kind != unstable.String:
		return fmt.Sprintf("is %s; give a text in quotes", v.describe())
	case v.Text == "":
		return "is empty; write something, or leave it out"
	case !k.Lines && strings.ContainsFunc(v.Text, unicode.IsControl):
		return fmt.Sprintf("is %s, with control characters; leave them out", v.describe())
	case k.Words != nil && !slices.Contains(k.Words, v.Text):
		return fmt.Sprintf("is %s, which is unknown%s; known are %s", v.describe(), words.Guess(v.Text, k.Words), strings.Join(k.Words, ", "))
	}
	return ""
}

// points returns a function that judges a point of n numbers.
func points(k *spec.Key, n int) func(*Value) string {
	one := spec.Key{Kind: spec.Number, Unit: k.Unit}
	return func(v *Value) string {
		if v.kind != unstable.Array || len(v.Items) != n {
			return fmt.Sprintf("has %s among its points; each has %d numbers", v.describe(), n)
		}
		for i := range v.Items {
			if words := wrong(&one, &v.Items[i]); words != "" {
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
