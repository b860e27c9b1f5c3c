package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"

	"hooke/bench"
	"hooke/bench/sink"
)

// rowSinks hands each row to all.
type rowSinks []sink.Sink

func (s rowSinks) Row(r bench.Row) error {
	var faults []error
	for _, sink := range s {
		faults = append(faults, sink.Row(r))
	}
	return errors.Join(faults...)
}

func (s rowSinks) Close() error {
	var faults []error
	for _, sink := range s {
		faults = append(faults, sink.Close())
	}
	return errors.Join(faults...)
}

// benchSinks are where the rows go, files among them.
func (a App) benchSinks(o *benchOptions, m bench.Machine) (sinks rowSinks, err error) {
	switch o.format {
	case formatJSON:
		sinks = append(sinks, sink.Lines{W: a.Stdout})
	case formatBenchstat:
		lines, err := sink.NewGoLines(a.Stdout, m)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, lines)
	case sink.FormatMarkdown, sink.FormatSummary, sink.FormatPasses:
		sink, err := sink.NewDocumentSink(o.format, a.Stdout)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, sink)
	default:
		table, err := sink.NewTable(a.Stdout, m)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, table)
	}
	if o.passes {
		sinks = append(sinks, &sink.PassTable{W: a.Stdout, Begin: "\n"})
	}
	if o.record != "" {
		file, err := os.Create(o.record)
		if err != nil {
			return nil, fmt.Errorf("bench: --record: %w", err)
		}
		sinks = append(sinks, &fileSink{sink.Lines{W: file}, file, nil})
	}
	if o.plot != "" {
		file, err := os.Create(o.plot)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("bench: --plot: %w", err), sinks.Close())
		}
		buffered := bufio.NewWriter(file)
		sinks = append(sinks, &fileSink{&sink.Plot{W: buffered}, file, buffered})
	}
	return sinks, nil
}

// fileSink closes the file that a sink writes to.
type fileSink struct {
	sink.Sink
	file     *os.File
	buffered *bufio.Writer // nil: it writes at once
}

func (f *fileSink) Close() error {
	err := f.Sink.Close()
	if f.buffered != nil && err == nil {
		err = f.buffered.Flush()
	}
	return errors.Join(err, f.file.Close())
}
