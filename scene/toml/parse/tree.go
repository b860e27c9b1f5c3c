package parse

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// MaxSceneBytes is the largest size of a scene file. Long tables and meshes have files of
// their own. The tables of a scene file take at most about a hundred times its size in
// memory.
const MaxSceneBytes = 1 << 20

// Span is a stretch of the scene file [bytes].
type Span struct{ offset, length int }

// Table is one [table] or one entry of a [[list]]. The keys before the first header are the
// table without a name.
type Table struct {
	Name   string // name in its header; empty: the keys before all headers
	at     Span   // position of the name in its header
	many   bool   // whether the header is [[name]]
	Values []Pair // keys and values in the order of the file
	faulty bool   // whether something in it is wrong, so that it means nothing as a whole
}

// Pair is a key with its value.
type Pair struct {
	Name  string // the key as it is written, a.b for a key of two parts
	at    Span   // position of the key
	Value Value
}

// Value is a value: a scalar as it is written, or a list.
type Value struct {
	kind  unstable.Kind
	at    Span    // position of a scalar; position of the key for a list, since the parser gives lists no position
	Text  string  // text of a scalar, without quotes
	Items []Value // items of a list
}

// Value returns the value of a key, or nil where the key is not given.
func (t *Table) Value(name string) *Value {
	for i := range t.Values {
		if t.Values[i].Name == name {
			return &t.Values[i].Value
		}
	}
	return nil
}

// Read reads a scene file and checks its tables against their descriptions. Errors become
// faults of the file; see File.Err. name is for messages. Settings, KEY=VALUE, replace values
// of the file before they are checked.
func Read(data []byte, name string, settings ...string) *File {
	f := NewSource(data, name).With(settings...)
	f.Check()
	return f
}

// Tables returns the tables of a scene file, which it does not check. It returns none where
// the file cannot be read. Settings are as in Read.
func Tables(data []byte, name string, settings ...string) []*Table {
	return NewSource(data, name).With(settings...).Tables
}

// LineOf returns the line of the header of a table, counted from 1.
func (f *File) LineOf(t *Table) int {
	return 1 + bytes.Count(f.data[:min(t.at.offset, len(f.data))], []byte("\n"))
}

// Probe returns a copy of the file with tables and faults of its own, so that faults of
// trials on the copy are not reported.
func (f *File) Probe() *File {
	file := &File{Name: f.Name, data: f.data, length: f.length}
	for _, t := range f.Tables {
		same := *t
		file.Tables = append(file.Tables, &same)
	}
	return file
}

// Each calls do for every table of that name in which nothing is wrong so far.
func (f *File) Each(name string, do func(t *Table)) {
	for _, t := range f.Tables {
		if t.Name == name && !t.faulty {
			do(t)
		}
	}
}

// Count returns how many tables of that name there are.
func (f *File) Count(name string) (count int) {
	for _, t := range f.Tables {
		if t.Name == name {
			count++
		}
	}
	return count
}

// One returns the table of a name of which there is at most one. It is an empty table when the
// file lacks it.
func (f *File) One(name string) *Table {
	for _, t := range f.Tables {
		if t.Name == name {
			return t
		}
	}
	return &Table{}
}

// parseTables reads the tables of a scene file. It reports only the first fault of syntax,
// and returns no tables then.
func (f *File) parseTables() []*Table {
	if len(f.data) > MaxSceneBytes {
		f.Fault(Span{}, "the file has %d bytes; at most %d are read: put tables and meshes into files of their own", len(f.data), MaxSceneBytes)
		return nil
	}
	tables := []*Table{{}}
	var parser unstable.Parser
	parser.Reset(f.data)
	for parser.NextExpression() {
		expression := parser.Expression()
		switch expression.Kind {
		case unstable.Table, unstable.ArrayTable:
			name, at := dotted(expression.Key())
			tables = append(tables, &Table{Name: name, at: at, many: expression.Kind == unstable.ArrayTable})
		case unstable.KeyValue:
			name, at := dotted(expression.Key())
			last := tables[len(tables)-1]
			last.Values = append(last.Values, Pair{name, at, valueOf(expression.Value(), at)})
		}
	}
	if err := parser.Error(); err != nil {
		var all map[string]any
		f.syntaxFault(errors.Join(toml.Unmarshal(f.text(), &all), err))
		return nil
	}
	f.checkRepeated(tables)
	return tables
}

// checkRepeated looks for keys that a table has twice.
func (f *File) checkRepeated(tables []*Table) {
	for _, t := range tables {
		seen := map[string]bool{}
		for _, pair := range t.Values {
			if seen[pair.Name] {
				t.faulty = true
				f.Fault(pair.at, "%s is given twice; leave one out", pair.Name)
			}
			seen[pair.Name] = true
		}
	}
}

// CheckSyntax adds the faults that go-toml finds in a file without faults so far: it checks rules that
// its parser alone does not check, such as those of numbers.
func (f *File) CheckSyntax() {
	if len(f.faults) == 0 {
		f.faults = append(f.faults, f.strict...)
	}
}

// checkSyntax lets go-toml read the text.
func (f *File) checkSyntax() {
	var all map[string]any
	if err := toml.Unmarshal(f.text(), &all); err != nil {
		f.syntaxFault(err)
	}
}

// syntaxFault adds an error of go-toml as a fault.
func (f *File) syntaxFault(err error) {
	at := Span{length: 1}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, column := decode.Position()
		at.offset = f.offsetOf(line, column)
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	f.Fault(at, "%s", strings.TrimPrefix(text, "toml: "))
}

// offsetOf returns the offset in the file of a line and a column [bytes], both counted from 1.
func (f *File) offsetOf(line, column int) int {
	offset := 0
	for ; line > 1; line-- {
		next := bytes.IndexByte(f.data[offset:], '\n')
		if next < 0 {
			break
		}
		offset += next + 1
	}
	return min(len(f.data), offset+max(0, column-1))
}

// dotted returns a key as it is written, a.b for a key of two parts, and its position.
func dotted(key unstable.Iterator) (name string, at Span) {
	var parts []string
	for key.Next() {
		raw := key.Node().Raw
		if len(parts) == 0 {
			at.offset = int(raw.Offset)
		}
		at.length = int(raw.Offset+raw.Length) - at.offset
		parts = append(parts, string(key.Node().Data))
	}
	return strings.Join(parts, "."), at
}

// valueOf copies a value out of the parser; key is the position of a list's key.
func valueOf(n *unstable.Node, key Span) Value {
	v := Value{kind: n.Kind, at: key, Text: string(n.Data)}
	if n.Kind != unstable.Array && n.Kind != unstable.InlineTable {
		v.at = Span{int(n.Raw.Offset), int(n.Raw.Length)}
	}
	if n.Kind == unstable.Array {
		children := n.Children()
		for children.Next() {
			v.Items = append(v.Items, valueOf(children.Node(), key))
		}
	}
	return v
}
