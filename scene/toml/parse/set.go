package parse

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"hooke/scene/toml/spec"
	"hooke/scene/words"
)

// settingForm is the form of a setting: a table, which of them, a key, which entries of its list, and a value.
var settingForm = regexp.MustCompile(`^\s*(?:([a-z_]+)(?:\[([^\]]*)\])?\.)?([A-Za-z_][A-Za-z0-9_]*)(?:\[\s*([0-9.*]+)\s*\])?\s*=\s*(.*?)\s*$`)

// bareWord is a value that may be given without quotes.
var bareWord = regexp.MustCompile(`^[^"'\[\]{}#=,\s]+$`)

// setting is one override of a key.
type setting struct {
	at                Span   // of all of it
	table, which, key string // which is empty, a number, two numbers as 0..3, a name, or *
	entries           string // of the list of the key: a number, two numbers, or *; empty: all of the value
	value             Value
}

// addSettings puts settings, KEY=VALUE, behind the text of the file, so that faults show them as
// they show lines of the file, and has tables of the file take their values. See docs/tutorial.md.
func (f *File) addSettings(lines []string) {
	f.data = bytes.Clone(f.data) // readers of the text share it
	for _, line := range lines {
		line = strings.NewReplacer("\n", " ", "\r", " ").Replace(line)
		f.data = append(append(f.data, '\n'), line...)
		s, ok := f.readSetting(line, len(f.data)-len(line))
		if !ok {
			continue
		}
		for _, t := range f.tablesOf(s) {
			f.setIn(t, s)
		}
	}
}

// text returns the file alone, without settings.
func (f *File) text() []byte { return f.data[:f.length] }

// readSetting reads a setting, which begins at an offset.
func (f *File) readSetting(line string, offset int) (s setting, ok bool) {
	s.at = Span{offset, len(line)}
	part := settingForm.FindStringSubmatchIndex(line)
	if part == nil {
		f.Fault(s.at, "%q is no setting; write KEY=VALUE, such as run.dt=1e-4, contact[0].stiffness=5000 or actuator[*].phase=0", shortened(line))
		return s, false
	}
	text := func(group int) string {
		if part[2*group] < 0 {
			return ""
		}
		return line[part[2*group]:part[2*group+1]]
	}
	s.table, s.which, s.key, s.entries = text(1), text(2), text(3), text(4)
	at := Span{offset + part[10], part[11] - part[10]}
	if at.length == 0 {
		f.Fault(s.at, "has no value; write %s%s", line[:part[10]], "VALUE")
		return s, false
	}
	value, err := readValue(text(5), at)
	if err != nil {
		f.Fault(at, "%s", err)
		return s, false
	}
	s.value = value
	return s, true
}

// readValue reads a value as TOML has it. A word, or an expression that begins with a variable, may stand without quotes.
func readValue(text string, at Span) (v Value, err error) {
	if plainNumber(text) {
		kind := unstable.Integer
		if strings.ContainsAny(text, ".e") {
			kind = unstable.Float
		}
		return Value{kind: kind, at: at, Text: text}, nil // without go-toml, which a sweep would wait for
	}
	const head = "v = "
	data := []byte(head + text)
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		if bareWord.MatchString(text) || strings.HasPrefix(text, "$") {
			return Value{kind: unstable.String, at: at, Text: text}, nil
		}
		words, _, _ := strings.Cut(err.Error(), "\n")
		return v, fmt.Errorf("%s", strings.TrimPrefix(words, "toml: "))
	}
	var parser unstable.Parser
	parser.Reset(data)
	parser.NextExpression()
	v = valueOf(parser.Expression().Value(), at)
	v.move(at, at.offset-len(head))
	return v, nil
}

// move moves the positions of scalars by the given number of bytes; lists are at their key.
func (v *Value) move(key Span, by int) {
	if v.at != key {
		v.at.offset += by
	}
	for i := range v.Items {
		v.Items[i].move(key, by)
	}
}

// tablesOf finds the tables that a setting names. A table of which there may be one, and which the
// file does not have, is made.
func (f *File) tablesOf(s setting) []*Table {
	described := spec.Of(s.table)
	if s.table == "" && f.lacksKey(s) {
		return nil
	}
	if described == nil {
		known := tableNames()
		f.Fault(s.at, "table %q is unknown%s; known are %s", shortened(s.table), words.Guess(s.table, known), strings.Join(known, ", "))
		return nil
	}
	var found []*Table
	for _, t := range f.Tables {
		if t.Name == s.table {
			found = append(found, t)
		}
	}
	switch {
	case !described.Many && s.which != "":
		f.Fault(s.at, "there is one %s; write %s.%s", s.table, s.table, s.key)
		return nil
	case !described.Many && len(found) == 0:
		f.Tables = append(f.Tables, &Table{Name: s.table, at: s.at})
		return f.Tables[len(f.Tables)-1:]
	case !described.Many || len(found) == 1 && s.which == "":
		return found
	case len(found) == 0:
		f.Fault(s.at, "the scene has no %s whose %s could be set", s.table, s.key)
		return nil
	}
	return f.chosen(s, found)
}

// chosen returns those of the tables of a list that a setting means.
func (f *File) chosen(s setting, all []*Table) []*Table {
	if s.which == "*" {
		return all
	}
	if low, high, numbers := rangeOf(s.which); numbers {
		switch {
		case low >= 0 && low <= high && high < len(all):
			return all[low : high+1]
		case len(all) == 1:
			f.Fault(s.at, "there is one %s, counted from 0: %s[0]", s.table, s.table)
		default:
			f.Fault(s.at, "there are %d of %s, counted from 0: the last is %s[%d]", len(all), s.table, s.table, len(all)-1)
		}
		return nil
	}
	var named []*Table
	var known, listed []string // words that name tables, and how they are listed
	for _, t := range all {
		name, letter := t.Text("name"), t.Text("letter")
		if s.which != "" && (name == s.which || letter == s.which) {
			named = append(named, t)
		}
		words := slices.DeleteFunc([]string{name, letter}, func(word string) bool { return word == "" })
		known = append(known, words...)
		if len(words) > 0 {
			listed = append(listed, strings.Join(words, " or "))
		}
	}
	switch {
	case len(named) > 0:
		return named
	case s.which == "":
		f.Fault(s.at, "there are %d of %s; write %s[0].%s for the first, or %s[*].%s for all", len(all), s.table, s.table, s.key, s.table, s.key)
	case len(known) == 0:
		f.Fault(s.at, "%q is no number, and no %s has a name; write %s[0].%s for the first of %d, or %s[*].%s for all", shortened(s.which), s.table, s.table, s.key, len(all), s.table, s.key)
	default:
		f.Fault(s.at, "no %s is called %q%s; known are %s; numbers go from 0 to %d, and * is all", s.table, shortened(s.which), words.Guess(s.which, known), words.Listed(listed), len(all)-1)
	}
	return nil
}

// lacksKey adds a fault where a setting without a table has no key that stands before all tables: it may name a table alone.
func (f *File) lacksKey(s setting) bool {
	table := spec.Of(s.key)
	switch {
	case spec.Of("").Key(s.key) != nil:
		return false
	case table != nil && len(table.Keys) > 0:
		key := table.Keys[max(0, slices.IndexFunc(table.Keys, func(k spec.Key) bool { return k.Kind == spec.Number || k.Kind == spec.Step }))].Name
		if table.Many {
			f.Fault(s.at, "%s is a table; write a key of it, too, such as %s[%s].%s (%s[*] is all of them, %s[0..2] the first three)", s.key, s.key, cmp.Or(s.entries, "0"), key, s.key, s.key)
		} else {
			f.Fault(s.at, "%s is a table; write a key of it, too, such as %s.%s", s.key, s.key, key)
		}
	case s.entries != "":
		f.Fault(s.at, "%q is no key before the first table%s; a path is TABLE.KEY or TABLE[NUMBER].KEY, such as run.dt or actuator[0].phase", shortened(s.key), words.Guess(s.key, tableNames()))
	default:
		return false // which the check of tables tells
	}
	return true
}

// tableNames lists the tables that files may have.
func tableNames() (names []string) {
	for _, t := range spec.Tables()[1:] {
		names = append(names, t.Name)
	}
	return names
}
