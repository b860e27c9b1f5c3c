package parse

import (
	"bytes"
	"slices"
)

// Source is the text of a scene file whose tables are read once and taken with many settings. It is
// frozen; goroutines may share it. NewSource makes it.
type Source struct {
	name   string // for messages
	data   []byte // the text, without a byte order mark
	tables []*Table
	faults []fault // of syntax, and of keys that a table has twice
	strict []fault // rules that only go-toml checks; see File.CheckSyntax
}

// NewSource reads the tables of a text. Files of the source tell its faults. name is for messages.
func NewSource(data []byte, name string) *Source {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f := &File{Name: name, data: data, length: len(data)}
	s := &Source{name: name, data: data, tables: f.parseTables()}
	s.faults, f.faults = f.faults, nil
	if s.faults == nil {
		f.checkSyntax()
		s.strict = f.faults
	}
	return s
}

// Has reports whether the text has a table of a name.
func (s *Source) Has(table string) bool {
	return slices.ContainsFunc(s.tables, func(t *Table) bool { return t.Name == table })
}

// Plus returns the source of the text with more behind it.
func (s *Source) Plus(more string) *Source {
	return NewSource(append(bytes.Clone(s.data), "\n"+more...), s.name)
}

// With returns the file with settings, KEY=VALUE, instead of its values. Its tables are not
// checked; none where the text cannot be read.
func (s *Source) With(settings ...string) *File {
	f := &File{Name: s.name, data: s.data, length: len(s.data), faults: slices.Clone(s.faults), strict: s.strict}
	for _, t := range s.tables {
		own := *t
		own.Values = slices.Clone(t.Values)
		for i := range own.Values {
			own.Values[i].Value = own.Values[i].Value.clone()
		}
		f.Tables = append(f.Tables, &own)
	}
	if f.Tables != nil {
		f.addSettings(settings)
	}
	return f
}

// clone copies a value with its lists, whose items settings and variables replace.
func (v Value) clone() Value {
	v.Items = slices.Clone(v.Items)
	for i := range v.Items {
		v.Items[i] = v.Items[i].clone()
	}
	return v
}

// Check evaluates the variables of the file and checks its tables against their descriptions. Faults
// are those of the file; see File.Err.
func (f *File) Check() {
	if f.Tables != nil {
		f.useVariables()
	}
	f.checkTables()
}
