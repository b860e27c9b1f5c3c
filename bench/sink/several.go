package sink

import (
	"bufio"
	"errors"
	"io"
	"os"

	"hooke/bench"
)

// Formats of rows beside those for documents.
const (
	FormatText      = "text"      // a table for people
	FormatJSON      = "json"      // an object a line
	FormatBenchstat = "benchstat" // as benchmarks of Go
)

// New prints rows of a machine to w in one of the formats; others are errors.
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

// CreateRecord makes a file of rows as JSON, each written as it comes.
func CreateRecord(path string) (Sink, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &fileSink{Lines{W: file}, file, nil}, nil
}

// CreatePlot makes an SVG picture of the rows, which Close draws.
func CreatePlot(path string) (Sink, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	buffered := bufio.NewWriter(file)
	return &fileSink{&Plot{W: buffered}, file, buffered}, nil
}

// All hands each row to all of its sinks, and closes all. Their errors are joined.
type All []Sink

// Row hands a row to all.
func (s All) Row(r bench.Row) error {
	var faults []error
	for _, each := range s {
		faults = append(faults, each.Row(r))
	}
	return errors.Join(faults...)
}

// Close closes all.
func (s All) Close() error {
	var faults []error
	for _, each := range s {
		faults = append(faults, each.Close())
	}
	return errors.Join(faults...)
}

// fileSink closes the file that a sink writes to.
type fileSink struct {
	Sink
	file     *os.File
	buffered *bufio.Writer // nil: it writes at once
}

// Close ends the sink and closes the file.
func (f *fileSink) Close() error {
	err := f.Sink.Close()
	if f.buffered != nil && err == nil {
		err = f.buffered.Flush()
	}
	return errors.Join(err, f.file.Close())
}
