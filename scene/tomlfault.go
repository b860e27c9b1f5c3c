package scene

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// mostFaults is how many faults of a scene file are told; the others are counted.
const mostFaults = 32

// widestLine is how much of a long line is shown [characters].
const widestLine = 120

// tomlFile is a scene file that was read: its text, its tables, and what is wrong
// with it so far.
type tomlFile struct {
	name   string // for messages, as the user gave it
	data   []byte
	tables []*tomlTable
	faults []tomlFault
}

type tomlFault struct {
	at   span
	text string
}

// faulty says whether anything was found wrong so far.
func (f *tomlFile) faulty() bool { return len(f.faults) > 0 }

// fault adds one, at a place of the file.
func (f *tomlFile) fault(at span, format string, args ...any) {
	f.faults = append(f.faults, tomlFault{at, fmt.Sprintf(format, args...)})
}

// faultIn adds a fault of a table as a whole.
func (f *tomlFile) faultIn(t *tomlTable, format string, args ...any) {
	t.faulty = true
	f.fault(t.at, format, args...)
}

// faultAt adds a fault of what a key of a table was given; of the table when it
// was not given.
func (f *tomlFile) faultAt(t *tomlTable, key, format string, args ...any) {
	at := t.at
	if v := t.value(key); v != nil {
		at = v.at
	}
	t.faulty = true
	f.fault(at, format, args...)
}

// err is all faults in the order of the file, each with its line and a caret
// below it, or nil.
func (f *tomlFile) err() error {
	if len(f.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(f.faults, func(a, b tomlFault) int { return a.at.offset - b.at.offset })
	var all []error
	for i, fault := range f.faults {
		if i == mostFaults {
			all = append(all, fmt.Errorf("%s: and %d more faults", f.name, len(f.faults)-mostFaults))
			break
		}
		all = append(all, errors.New(f.show(fault)))
	}
	return errors.Join(all...)
}

// show is name:line:column: text, the line, and the caret; columns are
// characters, from 1.
func (f *tomlFile) show(fault tomlFault) string {
	offset := min(fault.at.offset, len(f.data))
	begin := bytes.LastIndexByte(f.data[:offset], '\n') + 1
	end := len(f.data)
	if next := bytes.IndexByte(f.data[offset:], '\n'); next >= 0 {
		end = offset + next
	}
	before := []rune(string(f.data[begin:offset]))
	after := []rune(strings.TrimRight(string(f.data[offset:end]), "\r"))
	wide := max(1, min(utf8.RuneCount(f.data[offset:min(len(f.data), offset+fault.at.length)]), len(after)))
	line, column := 1+bytes.Count(f.data[:begin], []byte("\n")), len(before)+1
	if len(before) > widestLine/2 {
		before = append([]rune("... "), before[len(before)-widestLine/2:]...)
	}
	if len(after) > widestLine/2 {
		after = append(after[:widestLine/2:widestLine/2], []rune(" ...")...)
		wide = min(wide, widestLine/2)
	}
	// Tabs stay tabs, so that the caret stands below its place.
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, string(before))
	return fmt.Sprintf("%s:%d:%d: %s\n    %s%s\n    %s%s", f.name, line, column, fault.text,
		string(before), string(after), indent, strings.Repeat("^", wide))
}

// shortened is a name for a message, cut where it is much longer than names are.
func shortened(name string) string {
	const most = 80
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return name
}
