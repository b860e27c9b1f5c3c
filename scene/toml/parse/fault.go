package parse

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"hooke/scene"
)

// mostFaults is the largest number of faults of a scene file that are reported; the others
// are counted.
const mostFaults = 32

// widestLine is about the largest part of a long line that is shown [characters].
const widestLine = 120

// File is a scene file: its text, its tables, and the faults that are found so far. Read
// makes it.
type File struct {
	Name   string   // name for messages, as the user gave it
	data   []byte   // the text, without a byte order mark, and behind it settings, one a line
	length int      // of the text without settings [bytes]
	Tables []*Table // in the order of the file; the first has the keys before all tables
	faults []fault
	strict []fault // of the text, which CheckSyntax adds
}

type fault struct {
	at   Span
	text string
}

// Faulty reports whether a fault is found so far.
func (f *File) Faulty() bool { return len(f.faults) > 0 }

// Fault adds a fault at a position in the file; format and args are as in fmt.Sprintf.
func (f *File) Fault(at Span, format string, args ...any) {
	f.faults = append(f.faults, fault{at, fmt.Sprintf(format, args...)})
}

// FaultIn adds a fault of a table as a whole, after which Each passes the table over.
func (f *File) FaultIn(t *Table, format string, args ...any) {
	t.faulty = true
	f.Fault(t.at, format, args...)
}

// FaultAt adds a fault at the value of a key of a table, or at the table when the key is
// not given. Each passes the table over afterwards.
func (f *File) FaultAt(t *Table, key, format string, args ...any) {
	at := t.at
	if v := t.Value(key); v != nil {
		at = v.at
	}
	t.faulty = true
	f.Fault(at, format, args...)
}

// FaultOfSetting adds a fault of a setting as a whole. settings are those that the file was read with.
func (f *File) FaultOfSetting(settings []string, number int, format string, args ...any) {
	offset := f.length + 1
	for _, line := range settings[:number] {
		offset += len(line) + 1
	}
	f.Fault(Span{offset, len(settings[number])}, format, args...)
}

// Err returns the faults in the order of the file, each with its line and a caret below it,
// or nil without faults. Where all are in settings, it is a *scene.SettingError.
func (f *File) Err() error {
	if len(f.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(f.faults, func(a, b fault) int { return a.at.offset - b.at.offset })
	// A setting of several tables is a fault in each of them, and shown once.
	faults := slices.Compact(slices.Clone(f.faults))
	var all []error
	for i, fault := range faults {
		if i == mostFaults {
			all = append(all, fmt.Errorf("%s: and %d more faults", f.Name, len(faults)-mostFaults))
			break
		}
		all = append(all, errors.New(f.show(fault)))
	}
	if err := errors.Join(all...); f.onlySet() {
		return &scene.SettingError{Err: err}
	} else {
		return err
	}
}

// onlySet reports whether all faults are in settings.
func (f *File) onlySet() bool {
	return !slices.ContainsFunc(f.faults, func(one fault) bool { return one.at.offset <= f.length })
}

// show writes a fault as name:line:column: text, then the line, then the caret.
func (f *File) show(fault fault) string {
	place := f.place(fault.at)
	return place.At + ": " + fault.text + "\n" + place.Line
}

// PlaceOf returns the position of a key's value in a table, or of the table if the key is not
// given, for faults that are found when the file is long read.
func (f *File) PlaceOf(t *Table, key string) scene.Place {
	if v := t.Value(key); v != nil {
		return f.place(v.at)
	}
	return f.place(t.at)
}

// place returns a position for users. Columns count characters, from 1.
func (f *File) place(at Span) scene.Place {
	offset := min(at.offset, len(f.data))
	begin := bytes.LastIndexByte(f.data[:offset], '\n') + 1
	end := len(f.data)
	if next := bytes.IndexByte(f.data[offset:], '\n'); next >= 0 {
		end = offset + next
	}
	before := []rune(string(f.data[begin:offset]))
	after := []rune(strings.TrimRight(string(f.data[offset:end]), "\r"))
	wide := max(1, min(utf8.RuneCount(f.data[offset:min(len(f.data), offset+at.length)]), len(after)))
	line, column := 1+bytes.Count(f.data[:begin], []byte("\n")), len(before)+1
	if len(before) > widestLine/2 {
		before = append([]rune("... "), before[len(before)-widestLine/2:]...)
	}
	if len(after) > widestLine/2 {
		after = append(after[:widestLine/2:widestLine/2], []rune(" ...")...)
		wide = min(wide, widestLine/2)
	}
	// Tabs stay tabs, so that the caret stands below its character.
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, string(before))
	where := fmt.Sprintf("%s:%d:%d", f.Name, line, column)
	if at.offset > f.length {
		where = f.Name + ": --set"
	}
	return scene.Place{At: where,
		Line: fmt.Sprintf("    %s%s\n    %s%s", string(before), string(after), indent, strings.Repeat("^", wide))}
}

// shortened returns a name for a message. It is cut where it is much longer than names are.
func shortened(name string) string {
	const most = 80
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return name
}
