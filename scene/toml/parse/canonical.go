package parse

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"hooke/scene/toml/spec"
)

// Canonical returns the text of a scene file with settings written into it: tables and keys
// in the order of the file, without comments, each value in one form. Two files that differ
// in layout alone have the same text, and the text of a canonical file is itself. The file
// and the settings must have no faults; an error reports a fault of their syntax.
func Canonical(data []byte, name string, settings ...string) (string, error) {
	f := NewSource(data, name).With(settings...)
	if err := f.Err(); err != nil {
		return "", err
	}
	return f.Canonical(), nil
}

// Canonical returns the text of the file, see the function Canonical, before Check has evaluated its
// variables.
func (f *File) Canonical() string {
	var out strings.Builder
	for _, t := range f.Tables {
		switch {
		case t.many:
			fmt.Fprintf(&out, "\n[[%s]]\n", t.Name)
		case t.Name != "":
			fmt.Fprintf(&out, "\n[%s]\n", t.Name)
		}
		for i := range t.Values {
			fmt.Fprintf(&out, "%s = ", t.Values[i].Name)
			t.Values[i].Value.write(&out)
			out.WriteByte('\n')
		}
	}
	return strings.TrimPrefix(out.String(), "\n")
}

// write writes a value as TOML has it.
func (v *Value) write(out *strings.Builder) {
	switch v.kind {
	case unstable.String:
		out.WriteString(quoted(v.Text))
	case unstable.Array:
		out.WriteByte('[')
		for i := range v.Items {
			if i > 0 {
				out.WriteString(", ")
			}
			v.Items[i].write(out)
		}
		out.WriteByte(']')
	default:
		out.WriteString(v.Text)
	}
}

// quoted returns a text as a basic string of TOML.
func quoted(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&out, "\\u%04X", r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// Found is the value of a key in one of the tables that a path names.
type Found struct {
	Path    string    // of this table alone, such as actuator[3].phase
	Numbers []float64 // the number of the key, or those of its list
	List    bool      // whether it is a list
}

// NumbersAt returns the numbers of a key in the tables that a path names, as paths of settings do. An
// error says that there is no such table, or that the key has no number there.
func NumbersAt(data []byte, name, path string, settings ...string) (out []Found, err error) {
	return NewSource(data, name).NumbersAt(path, settings...)
}

// NumbersAt returns the function NumbersAt for the text of the source.
func (source *Source) NumbersAt(path string, settings ...string) (out []Found, err error) {
	f := source.With(settings...)
	if f.Tables == nil {
		return nil, f.Err()
	}
	f.data = append(append(f.data, '\n'), path+"=0"...)
	s, ok := f.readSetting(path+"=0", len(f.data)-len(path)-2)
	var tables []*Table
	if ok {
		tables = f.tablesOf(s)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	for _, t := range tables {
		found := Found{Path: f.pathOf(t, s.key)}
		v := t.Value(s.key)
		if v == nil {
			return nil, fmt.Errorf("%s: %s has no value in the scene, to which something could be added; give it one with --set", f.Name, found.Path)
		}
		found.List = v.kind == unstable.Array && s.entries == ""
		items := []Value{*v}
		if v.kind == unstable.Array {
			items = v.Items
		}
		low := 0
		if s.entries != "" {
			first, last, ok := f.entriesOf(t, s)
			if !ok {
				return nil, f.Err()
			}
			low, items = first, items[first:last+1]
		}
		for i := range items {
			x, is := items[i].number()
			if !is {
				return nil, fmt.Errorf("%s: %s is %s; nothing can be added to that", f.Name, found.Path, v.describe())
			}
			if s.entries != "" {
				out = append(out, Found{Path: fmt.Sprintf("%s[%d]", found.Path, low+i), Numbers: []float64{x}})
			}
			found.Numbers = append(found.Numbers, x)
		}
		if s.entries == "" {
			out = append(out, found)
		}
	}
	return out, nil
}

// pathOf returns the path of a key of one table.
func (f *File) pathOf(of *Table, key string) string {
	number := 0
	for _, t := range f.Tables {
		if t == of {
			break
		}
		if t.Name == of.Name {
			number++
		}
	}
	switch described := spec.Of(of.Name); {
	case of.Name == "":
		return key
	case described != nil && described.Many:
		return fmt.Sprintf("%s[%d].%s", of.Name, number, key)
	}
	return of.Name + "." + key
}
