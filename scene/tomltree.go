package scene

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// maxSceneBytes bounds a scene file. Long tables and meshes have files of their
// own; what is read of a scene file takes at most about a hundred times its size.
const maxSceneBytes = 1 << 20

// span is a stretch of the scene file [bytes].
type span struct{ offset, length int }

// tomlTable is one [table] or one entry of a [[list]]; the keys before the first
// of them are the table without a name.
type tomlTable struct {
	name   string
	at     span // of the name in its header
	many   bool // [[name]]
	values []tomlPair
	faulty bool // something in it is wrong, so that it means nothing as a whole
}

type tomlPair struct {
	name  string
	at    span // of the key
	value tomlValue
}

// tomlValue is a value: a scalar as it is written, or a list.
type tomlValue struct {
	kind  unstable.Kind
	at    span // of a list the key, since only scalars have a place of their own
	text  string
	items []tomlValue
}

// value is what a key was given, or nil.
func (t *tomlTable) value(name string) *tomlValue {
	for i := range t.values {
		if t.values[i].name == name {
			return &t.values[i].value
		}
	}
	return nil
}

// parseFile reads a scene file and holds its tables against their descriptions. Faults
// are those of the file.
func parseFile(data []byte, name string) *tomlFile {
	f := &tomlFile{name: name, data: bytes.TrimPrefix(data, []byte("\ufeff"))}
	f.tables = f.parseTables()
	f.checkTables()
	return f
}

// tablesOf are the tables of a scene file, none of one that cannot be read; they are held
// against nothing.
func tablesOf(data []byte, name string) []*tomlTable {
	f := &tomlFile{name: name, data: data}
	return f.parseTables()
}

// lineOf is the line of a table, from 1.
func (f *tomlFile) lineOf(t *tomlTable) int {
	return 1 + bytes.Count(f.data[:min(t.at.offset, len(f.data))], []byte("\n"))
}

// probe is the same file with tables and faults of its own, so that what is tried on it is
// not told.
func (f *tomlFile) probe() *tomlFile {
	file := &tomlFile{name: f.name, data: f.data}
	for _, t := range f.tables {
		same := *t
		file.tables = append(file.tables, &same)
	}
	return file
}

// each calls do for every table of a name in which nothing is wrong so far.
func (f *tomlFile) each(name string, do func(t *tomlTable)) {
	for _, t := range f.tables {
		if t.name == name && !t.faulty {
			do(t)
		}
	}
}

// one is the table of a name of which there is one; empty when it is not there.
func (f *tomlFile) one(name string) *tomlTable {
	for _, t := range f.tables {
		if t.name == name {
			return t
		}
	}
	return &tomlTable{}
}

// parseTables reads the tables of a scene file. The first fault of syntax is the
// only one that can be told.
func (f *tomlFile) parseTables() []*tomlTable {
	if len(f.data) > maxSceneBytes {
		f.fault(span{}, "the file has %d bytes; at most %d are read: put tables and meshes into files of their own", len(f.data), maxSceneBytes)
		return nil
	}
	tables := []*tomlTable{{}}
	var parser unstable.Parser
	parser.Reset(f.data)
	for parser.NextExpression() {
		expression := parser.Expression()
		switch expression.Kind {
		case unstable.Table, unstable.ArrayTable:
			name, at := dotted(expression.Key())
			tables = append(tables, &tomlTable{name: name, at: at, many: expression.Kind == unstable.ArrayTable})
		case unstable.KeyValue:
			name, at := dotted(expression.Key())
			last := tables[len(tables)-1]
			last.values = append(last.values, tomlPair{name, at, valueOf(expression.Value(), at)})
		}
	}
	if err := parser.Error(); err != nil {
		var all map[string]any
		f.syntaxFault(errors.Join(toml.Unmarshal(f.data, &all), err))
		return nil
	}
	f.checkRepeated(tables)
	return tables
}

// checkRepeated looks for keys that a table has twice.
func (f *tomlFile) checkRepeated(tables []*tomlTable) {
	for _, t := range tables {
		seen := map[string]bool{}
		for _, pair := range t.values {
			if seen[pair.name] {
				t.faulty = true
				f.fault(pair.at, "%s is there already; leave one out", pair.name)
			}
			seen[pair.name] = true
		}
	}
}

// checkSyntax has go-toml read a file in which nothing was found: it knows rules
// that its parser does not hold the file against, such as those of numbers.
func (f *tomlFile) checkSyntax() {
	var all map[string]any
	if len(f.faults) > 0 {
		return
	}
	if err := toml.Unmarshal(f.data, &all); err != nil {
		f.syntaxFault(err)
	}
}

// syntaxFault tells what go-toml found.
func (f *tomlFile) syntaxFault(err error) {
	at := span{length: 1}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, column := decode.Position()
		at.offset = f.offsetOf(line, column)
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	f.fault(at, "%s", strings.TrimPrefix(text, "toml: "))
}

// offsetOf is where a line and a column [bytes], both from 1, are in the file.
func (f *tomlFile) offsetOf(line, column int) int {
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

// dotted is a key as it is written, a.b for a key of two parts.
func dotted(key unstable.Iterator) (name string, at span) {
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

// valueOf copies a value out of the parser; key is the place of a list's key.
func valueOf(n *unstable.Node, key span) tomlValue {
	v := tomlValue{kind: n.Kind, at: key, text: string(n.Data)}
	if n.Kind != unstable.Array && n.Kind != unstable.InlineTable {
		v.at = span{int(n.Raw.Offset), int(n.Raw.Length)}
	}
	if n.Kind == unstable.Array {
		children := n.Children()
		for children.Next() {
			v.items = append(v.items, valueOf(children.Node(), key))
		}
	}
	return v
}
