package sink

import (
	"errors"
	"fmt"
	"io"

	"hooke/bench"
	"hooke/files/safefile"
)

// These are the formats of rows, beside those for documents.
const (
	FormatText      = "text"      // a table that users read
	FormatJSON      = "json"      // an object a line
	FormatBenchstat = "benchstat" // as benchmarks of Go
)

// New makes a sink that prints rows of a machine to w in one of the formats. Other
// formats are errors.
func New(format string, w io.Writer, m bench.Machine) (Sink, error) {
	switch format {
	case FormatJSON:
		return Lines{W: w}, nil
	case FormatBenchstat:
		return NewGoLines(w, m)
	case FormatText:
		return NewTable(w, m)
	}
	return NewDocumentSink(format, w)
}

// Options say where rows go. The zero value has no format, which is an error.
type Options struct {
	Format   string // format of the printed rows, such as FormatText
	Accuracy bool   // rows have errors of whole runs, of which text and pictures tell
	Passes   bool   // whether the passes of each row are printed after the rows
	Record   string // file of the rows as JSON; empty for none
	Plot     string // file of an SVG picture of the rows; empty for none
}

// Open opens all sinks that options name; rows are printed to w. On an error it closes those
// that it opened.
func Open(w io.Writer, m bench.Machine, o Options) (All, error) {
	var first Sink
	var err error
	if o.Accuracy && o.Format == FormatText {
		first, err = NewAccuracyTable(w, m)
	} else {
		first, err = New(o.Format, w, m)
	}
	if err != nil {
		return nil, err
	}
	sinks := All{first}
	if o.Passes {
		sinks = append(sinks, &PassTable{W: w, Begin: "\n"})
	}
	for _, file := range []struct {
		flag, path string
		create     func(path string) (Sink, error)
	}{{"record", o.Record, createRecord}, {"plot", o.Plot, o.createPlot}} {
		if file.path == "" {
			continue
		}
		more, err := file.create(file.path)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("bench: --%s: %w", file.flag, err), sinks.Close())
		}
		sinks = append(sinks, more)
	}
	return sinks, nil
}

// createRecord makes a file of rows as JSON. Until Close gives it its name, it grows under
// the name that safefile.PartOf returns, where a killed program leaves its rows.
func createRecord(path string) (Sink, error) {
	file, err := safefile.CreatePart(path)
	if err != nil {
		return nil, err
	}
	return &fileSink{Sink: Lines{W: file}, file: file}, nil
}

// createPlot makes an SVG picture of the rows, which Close draws.
func (o Options) createPlot(path string) (Sink, error) {
	file, err := safefile.CreateNamed(path)
	if err != nil {
		return nil, err
	}
	if o.Accuracy {
		return &fileSink{Sink: &AccuracyPlot{W: file}, file: file}, nil
	}
	return &fileSink{Sink: &Plot{W: file}, file: file}, nil
}

// All gives each row to all of its sinks, and closes all. It joins their errors.
type All []Sink

// Row gives a row to all sinks.
func (s All) Row(r bench.Row) error {
	var faults []error
	for _, each := range s {
		faults = append(faults, each.Row(r))
	}
	return errors.Join(faults...)
}

// Close closes all sinks.
func (s All) Close() error {
	var faults []error
	for _, each := range s {
		faults = append(faults, each.Close())
	}
	return errors.Join(faults...)
}

// fileSink gives the file that a sink writes to its name when there is a row in it.
type fileSink struct {
	Sink
	file interface {
		Flush() error
		Commit() error
		Discard()
	}
	rows int
}

// Row passes a row to the sink, and the sink's output to the system at once.
func (f *fileSink) Row(r bench.Row) error {
	f.rows++
	return errors.Join(f.Sink.Row(r), f.file.Flush())
}

// Close ends the sink and the file. A file without rows does not replace an older one.
func (f *fileSink) Close() error {
	defer f.file.Discard()
	if err := f.Sink.Close(); err != nil || f.rows == 0 {
		return err
	}
	return f.file.Commit()
}
