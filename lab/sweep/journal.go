package sweep

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hooke/control/metrics"
	"hooke/files/safefile"
)

// Outcome is the result of a job.
type Outcome struct {
	ID     string
	Run    int64
	Repeat int
	metrics.Row
	Step  int64   // at which the run ended
	Error string  // why there was no run; empty: there was one
	Wall  float64 // time that it took [s]
	Path  Path    // of its center of mass, if the plan asks for it; not in a journal
}

// Failed says that there was no run: the scene could not be made, or the engine refused it.
func (o *Outcome) Failed() bool { return o.Error != "" }

// record is an outcome as a line of a journal.
type record struct {
	ID     string     `json:"id"`
	Run    int64      `json:"run"`
	Repeat int        `json:"repeat"`
	Status string     `json:"status"`
	Step   int64      `json:"step"`
	Values []*float64 `json:"values,omitempty"` // null: not defined
	Error  string     `json:"error,omitempty"`
	Wall   float64    `json:"wall_s"`
}

// journalHead is the first line of a journal.
type journalHead struct {
	Version int      `json:"hooke_sweep"`
	Columns []string `json:"columns"`
}

// journalVersion is the version of journals.
const journalVersion = 1

// failedWord is the status of a job that could not be run.
const failedWord = "failed"

// JournalName returns the name of the journal of a shard in the folder of a sweep.
func JournalName(s Shard) string {
	if s.Count < 2 {
		return "runs.jsonl"
	}
	return fmt.Sprintf("runs.%d-of-%d.jsonl", s.Number, s.Count)
}

var journalForm = regexp.MustCompile(`^runs(\.[0-9]+-of-[0-9]+)?\.jsonl$`)

// Journal is the file of a sweep that is added to.
type Journal struct {
	log     *safefile.Log
	columns []string
}

// OpenJournal opens the journal of a shard, and makes it where it is not there. Half a line at its
// end, which a killed program has left, is dropped. The caller closes it.
func OpenJournal(folder string, s Shard, columns []string) (*Journal, error) {
	path := filepath.Join(folder, JournalName(s))
	log, err := safefile.OpenLog(path)
	if err != nil {
		return nil, err
	}
	j := &Journal{log, columns}
	if err := j.begin(path); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return j, nil
}

// begin drops half a line at the end of the file, and writes the first line of an empty one.
func (j *Journal) begin(path string) error {
	_, whole, err := readJournal(path, j.columns)
	if err != nil {
		return err
	}
	if whole > 0 {
		return j.log.Cut(whole)
	}
	head, err := json.Marshal(journalHead{journalVersion, j.columns})
	if err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	there, err := readAll(path, longestLine)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(head, there) {
		return fmt.Errorf("%s:1: this is no journal of a sweep; give another folder", path) // and not half a first line of ours
	}
	if err := j.log.Cut(0); err != nil {
		return err
	}
	return j.log.Append(append(head, '\n'))
}

// Append adds outcomes; when it returns without an error they are on the disk.
func (j *Journal) Append(outcomes []Outcome) error {
	var lines bytes.Buffer
	for i := range outcomes {
		line, err := json.Marshal(recordOf(&outcomes[i]))
		if err != nil {
			return fmt.Errorf("sweep: %w", err)
		}
		if len(line) >= longestLine {
			return fmt.Errorf("sweep: run %d: its %d numbers make a line of %d bytes; a journal takes %d: measure fewer groups", outcomes[i].Run, len(outcomes[i].Values), len(line), longestLine)
		}
		lines.Write(append(line, '\n'))
	}
	return j.log.Append(lines.Bytes())
}

// Close closes the journal.
func (j *Journal) Close() error { return j.log.Close() }

func recordOf(o *Outcome) record {
	r := record{ID: o.ID, Run: o.Run, Repeat: o.Repeat, Status: o.Status.String(), Step: o.Step, Error: o.Error, Wall: o.Wall}
	if o.Failed() {
		r.Status = failedWord
		r.Error = o.Error[:min(len(o.Error), longestReason)]
	}
	for _, x := range o.Values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			r.Values = append(r.Values, nil)
			continue
		}
		r.Values = append(r.Values, &x)
	}
	return r
}

// outcome returns the outcome of a line that has the given number of values; false where it is none.
func (r *record) outcome(columns int) (o Outcome, ok bool) {
	o = Outcome{ID: r.ID, Run: r.Run, Repeat: r.Repeat, Step: r.Step, Error: r.Error, Wall: r.Wall}
	if len(r.ID) != 12 || strings.Trim(r.ID, "0123456789abcdef") != "" || r.Run < 0 || r.Repeat < 0 || r.Step < 0 {
		return o, false
	}
	if r.Status == failedWord {
		return o, r.Error != "" && len(r.Values) == 0
	}
	o.Status, ok = metrics.ParseStatus(r.Status)
	if !ok || r.Error != "" || len(r.Values) != columns {
		return o, false
	}
	for _, x := range r.Values {
		if x == nil {
			o.Values = append(o.Values, math.NaN())
			continue
		}
		o.Values = append(o.Values, *x)
	}
	return o, true
}

// ReadJournals returns the outcomes in all journals of a folder, by id. Of two outcomes of one id the
// later one counts, where it was a run, and journals are read in the order of their names.
func ReadJournals(folder string, columns []string) (map[string]Outcome, error) {
	all := map[string]Outcome{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	for _, entry := range entries {
		if !journalForm.MatchString(entry.Name()) {
			continue
		}
		outcomes, _, err := readJournal(filepath.Join(folder, entry.Name()), columns)
		if err != nil {
			return nil, err
		}
		for _, o := range outcomes {
			if old, has := all[o.ID]; !has || old.Failed() || !o.Failed() {
				all[o.ID] = o
			}
		}
	}
	return all, nil
}

// readJournal reads a journal. whole is the number of bytes up to the end of its last whole line.
func readJournal(path string, columns []string) (out []Outcome, whole int64, err error) {
	file, err := safefile.Open(path)
	if err != nil {
		return nil, 0, fmt.Errorf("sweep: %w", err)
	}
	defer file.Close()
	if out, whole, err = parseJournal(file, columns); err != nil {
		err = fmt.Errorf("%s:%w", path, err)
	}
	return out, whole, err
}

// longestReason is how much of the reason of a failure a journal keeps [bytes].
const longestReason = 16 << 10

// longestLine is the length of the longest line of a journal [bytes].
const longestLine = 1 << 20

// parseJournal reads the text of a journal. Faults begin with the number of their line.
func parseJournal(from io.Reader, columns []string) (out []Outcome, whole int64, err error) {
	r := bufio.NewReaderSize(from, longestLine)
	for number := 1; ; number++ {
		line, err := r.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF):
			return out, whole, nil // half a line is dropped
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, 0, fmt.Errorf("%d: the line has more than %d bytes; this is no journal of a sweep", number, longestLine)
		case err != nil:
			return nil, 0, fmt.Errorf("%d: %w", number, err)
		}
		if number == 1 {
			if err := checkHead(line, columns); err != nil {
				return nil, 0, fmt.Errorf("1: %w", err)
			}
		} else {
			var r record
			d := json.NewDecoder(bytes.NewReader(line))
			d.DisallowUnknownFields()
			o, ok := Outcome{}, d.Decode(&r) == nil && strings.TrimSpace(string(line[d.InputOffset():])) == ""
			if ok {
				o, ok = r.outcome(len(columns))
			}
			if !ok {
				return nil, 0, fmt.Errorf("%d: %q is no line of a journal; remove it, and the run is made again", number, shortened(strings.TrimSpace(string(line))))
			}
			out = append(out, o)
		}
		whole += int64(len(line))
	}
}

// checkHead holds the first line of a journal against the columns of the sweep.
func checkHead(line []byte, columns []string) error {
	var head journalHead
	if err := json.Unmarshal(line, &head); err != nil || head.Version != journalVersion {
		return errors.New("this is no journal of a sweep of this version; give another folder")
	}
	if !slices.Equal(head.Columns, columns) {
		return errors.New("the journal has other columns than this sweep; give another folder")
	}
	return nil
}
