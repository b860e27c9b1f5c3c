package sink

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"hooke/bench"
	"hooke/files/safefile"
)

// Sink prints rows. Close ends it, and prints the rows that it kept.
type Sink interface {
	Row(bench.Row) error
	Close() error
}

// collected are the rows that a sink keeps until Close prints them.
type collected struct{ rows []bench.Row }

// Row adds a row.
func (c *collected) Row(r bench.Row) error {
	c.rows = append(c.rows, r)
	return nil
}

// These are the formats for documents.
const (
	FormatMarkdown = "markdown"         // every row with all its columns
	FormatSummary  = "markdown-summary" // a line for each engine, a column for each case
	FormatPasses   = "markdown-passes"  // the passes of each row
)

// DocumentFormats returns the formats for parts of documents.
func DocumentFormats() []string {
	return []string{FormatMarkdown, FormatSummary, FormatPasses, FormatAccuracy}
}

// NewDocumentSink makes a sink that prints to w in one of the formats for documents.
// Other formats are errors.
func NewDocumentSink(format string, w io.Writer) (Sink, error) {
	switch format {
	case FormatMarkdown:
		return &Markdown{W: w}, nil
	case FormatSummary:
		return &Summary{W: w}, nil
	case FormatPasses:
		return &PassTable{W: w, Begin: "```text\n", End: "```\n"}, nil
	case FormatAccuracy:
		return &AccuracyMarkdown{W: w}, nil
	}
	return nil, fmt.Errorf("bench: format %q is unknown; known are %s", format, strings.Join(DocumentFormats(), ", "))
}

// The lines of a document between which a table of a record stands:
//
//	<!-- bench FORMAT RECORD -->
//	...
//	<!-- end of bench -->
const (
	documentBegin = "<!-- bench "
	documentEnd   = "<!-- end of bench -->"
)

// Document returns a document whose tables are made anew from the records that it names,
// so that no number is typed by hand. The records are files in folder; tables is the
// number of tables.
func Document(text, folder string) (out string, tables int, err error) {
	var b strings.Builder
	for rest := text; ; {
		at := lineThatBegins(rest, documentBegin)
		if at < 0 {
			b.WriteString(rest)
			return b.String(), tables, nil
		}
		line, after, found := strings.Cut(rest[at:], "\n")
		words := strings.Fields(strings.TrimSuffix(strings.TrimPrefix(line, documentBegin), "-->"))
		end := strings.Index(after, documentEnd)
		if !found || len(words) != 2 || !strings.HasSuffix(line, "-->") || end < 0 {
			return "", 0, fmt.Errorf("bench: %q: want \"<!-- bench FORMAT RECORD -->\" and, further down, %q", line, documentEnd)
		}
		table, err := documentTable(words[0], filepath.Join(folder, words[1]))
		if err != nil {
			return "", 0, err
		}
		b.WriteString(rest[:at] + line + "\n" + table)
		rest = after[end:]
		tables++
	}
}

// mostDocument is the largest size of a document [bytes].
const mostDocument = 64 << 20

// RemakeDocument writes a document with its tables made from its records, which lie beside it as it
// says. It returns the number of tables.
func RemakeDocument(path string) (tables int, err error) {
	text, err := safefile.ReadFile(path, mostDocument)
	if err != nil {
		return 0, err
	}
	made, tables, err := Document(string(text), filepath.Dir(path))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	if made != string(text) {
		err = safefile.WriteNamed(path, func(w io.Writer) error {
			_, err := io.WriteString(w, made)
			return err
		})
	}
	return tables, err
}

// lineThatBegins returns the offset of the first line with a beginning; −1 without
// such a line.
func lineThatBegins(text, beginning string) int {
	if strings.HasPrefix(text, beginning) {
		return 0
	}
	if at := strings.Index(text, "\n"+beginning); at >= 0 {
		return at + 1
	}
	return -1
}

// documentTable makes the table of a record.
func documentTable(format, record string) (string, error) {
	rows, err := bench.ReadFile(record)
	if err != nil {
		return "", fmt.Errorf("bench: %w", err)
	}
	var out strings.Builder
	sink, err := NewDocumentSink(format, &out)
	if err != nil {
		return "", err
	}
	for _, row := range rows {
		if err := sink.Row(row); err != nil {
			return "", err
		}
	}
	err = sink.Close()
	return "\n" + out.String() + "\n", err
}
