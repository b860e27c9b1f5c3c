package words

import (
	"fmt"
	"strings"

	"hooke/model"
)

// Groups returns the names of the groups of a model, in their order.
func Groups(m *model.Model) []string {
	var out []string
	for _, g := range m.Groups {
		out = append(out, g.Name)
	}
	return out
}

// MassGroups returns the names by which masses of a model can be named: its groups, and all
// masses and the ends unless a group has their names.
func MassGroups(m *model.Model) []string {
	names := Groups(m)
	for _, word := range append([]string{model.AllWord}, model.EndWords()...) {
		if _, own := m.OwnGroup(word); !own {
			names = append(names, word)
		}
	}
	return names
}

// UnknownGroup returns a message for a name that is no group of a model: with the nearest
// one, and the existing ones.
func UnknownGroup(m *model.Model, name string) string {
	known := MassGroups(m)
	return fmt.Sprintf("group %q is unknown%s; known are %s", name, Guess(name, known), Listed(known))
}

// Listed lists up to twelve names with commas between them and says how many more there
// are; without names it is "none".
func Listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	if len(names) > 12 {
		return strings.Join(names[:12], ", ") + fmt.Sprintf(" and %d more", len(names)-12)
	}
	return strings.Join(names, ", ")
}

// Enumerated writes a list as in a sentence: a, b and c. An empty list gives an empty
// text.
func Enumerated(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// Guess returns "; did you mean ...?" with the known name nearest to a name, at most two
// letters away. It is empty without such a name.
func Guess(name string, known []string) string {
	best, text := 3, ""
	if len(name) > 40 {
		return ""
	}
	for _, k := range known {
		if d := EditDistance(strings.ToLower(name), k); d < best && d < len(k)-1 {
			best, text = d, fmt.Sprintf("; did you mean %q?", k)
		}
	}
	return text
}

// EditDistance returns the least number of letters to insert, remove or replace between two
// short words (Levenshtein).
func EditDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Vector writes a vector with three digits, and zeros without a sign: (1, 0, -2.5).
func Vector(v model.Vec3) string {
	var parts []string
	for _, x := range v {
		parts = append(parts, fmt.Sprintf("%.3g", x+0))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// Counted returns a number of things, such as "1 frame" and "2 vertices".
func Counted[N int | int64](n N, thing string) string { return fmt.Sprint(n, " ", Noun(n, thing)) }

// Noun returns the word for a number of things: that for one, or the plural.
func Noun[N int | int64](n N, thing string) string {
	switch {
	case n == 1:
		return thing
	case strings.HasSuffix(thing, "s"):
		return thing + "es"
	case strings.HasSuffix(thing, "ex"):
		return thing[:len(thing)-2] + "ices"
	case strings.HasSuffix(thing, "dron"):
		return thing[:len(thing)-2] + "a"
	case strings.HasSuffix(thing, "y"):
		return thing[:len(thing)-1] + "ies"
	}
	return thing + "s"
}
