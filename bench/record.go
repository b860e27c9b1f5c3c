package bench

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"hooke/files/safefile"
)

// record is a row in JSON; results/README.md describes the keys. A number that JSON
// cannot hold, such as an infinite error, is null.
type record struct {
	Engine     string    `json:"engine"`
	Pipeline   string    `json:"pipeline"`
	Renderer   string    `json:"renderer"`
	Driver     string    `json:"driver"`
	Precision  string    `json:"precision"`
	Integrator string    `json:"integrator"`
	Threads    int       `json:"threads,omitempty"`
	WorkGroup  int       `json:"workgroup,omitempty"`
	Scene      string    `json:"scene"`
	Title      string    `json:"title"`
	Members    int       `json:"members,omitempty"`
	Masses     int       `json:"masses"`
	Springs    int       `json:"springs"`
	Steps      int       `json:"steps"`
	Seconds    *float64  `json:"seconds"`
	Device     *float64  `json:"device_seconds,omitempty"`
	HostMicros *float64  `json:"host_us_per_step,omitempty"`
	SpringRate *float64  `json:"spring_updates_per_s"`
	MaxError   *float64  `json:"max_error"`
	RMSError   *float64  `json:"rms_error"`
	ErrorSteps int       `json:"error_steps"`
	Repeats    int       `json:"repeats"`
	Warm       int       `json:"warm_repeats,omitempty"`
	Unsettled  float64   `json:"unsettled,omitempty"`
	Each       []float64 `json:"repeat_seconds,omitempty"`
	Spread     *float64  `json:"spread"`
	DT         float64   `json:"dt"`
	Frame      int       `json:"steps_per_frame,omitempty"`
	Substeps   int       `json:"substeps,omitempty"`
	Sweeps     int       `json:"sweeps,omitempty"`
	Build      float64   `json:"build_seconds"`
	Setup      float64   `json:"setup_seconds"`
	Memory     int64     `json:"memory_bytes,omitempty"`
	StepBytes  int64     `json:"step_bytes,omitempty"`
	ByteRate   *float64  `json:"bytes_per_s,omitempty"`
	Copied     float64   `json:"copy_bytes_per_s,omitempty"`
	Roof       *float64  `json:"roofline,omitempty"`
	Passes     []Pass    `json:"passes,omitempty"`
	Accuracy   *Accuracy `json:"accuracy,omitempty"`
	Software   bool      `json:"software"`
	Commit     string    `json:"commit"`
	Host       string    `json:"host"`
}

// MarshalJSON writes the row and numbers that follow from it.
func (r Row) MarshalJSON() ([]byte, error) {
	known := func(x float64) *float64 {
		if x == 0 {
			return nil
		}
		return Finite(x)
	}
	return json.Marshal(record{r.Engine, r.Pipeline, r.Renderer, r.Driver, r.Precision, r.Integrator, r.Threads, r.WorkGroup,
		r.Scene, r.Title, r.Members, r.Masses, r.Springs, r.Steps, Finite(r.Seconds), known(r.Device), known(r.HostMicros), Finite(r.SpringRate),
		Finite(r.MaxError), Finite(r.RMSError), r.ErrorSteps, r.RepeatsDone, r.WarmRepeats, r.Unsettled, r.Repeats, Finite(r.Spread), r.DT, r.StepsPerFrame, r.Substeps, r.Sweeps,
		r.BuildSeconds, r.SetupSeconds, r.Memory, r.StepBytes(), known(r.ByteRate()), r.Copied, known(r.Roof()), r.Passes, r.Accuracy,
		r.Software, r.Commit, r.Host})
}

// UnmarshalJSON reads the result of MarshalJSON; null becomes infinity.
func (r *Row) UnmarshalJSON(text []byte) error {
	var in record
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	number := func(x *float64) float64 {
		if x == nil {
			return math.Inf(1)
		}
		return *x
	}
	*r = Row{
		Engine: in.Engine, Pipeline: in.Pipeline, Renderer: in.Renderer, Software: in.Software, Driver: in.Driver, Precision: in.Precision,
		Integrator: in.Integrator, Threads: in.Threads, WorkGroup: in.WorkGroup,
		Scene: in.Scene, Title: in.Title, Members: in.Members, Masses: in.Masses, Springs: in.Springs, DT: in.DT, StepsPerFrame: in.Frame, Substeps: in.Substeps, Sweeps: in.Sweeps,
		Steps: in.Steps, Seconds: number(in.Seconds), SpringRate: number(in.SpringRate), Spread: number(in.Spread),
		RepeatsDone: in.Repeats, WarmRepeats: in.Warm, Unsettled: in.Unsettled, Repeats: in.Each, MaxError: number(in.MaxError), RMSError: number(in.RMSError), ErrorSteps: in.ErrorSteps,
		BuildSeconds: in.Build, SetupSeconds: in.Setup, Memory: in.Memory, Passes: in.Passes, Copied: in.Copied, Accuracy: in.Accuracy,
		Commit: in.Commit, Host: in.Host,
	}
	if in.Device != nil {
		r.Device = *in.Device
	}
	if in.HostMicros != nil {
		r.HostMicros = *in.HostMicros
	}
	return nil
}

// longestRow is the greatest length of a row as text [bytes].
const longestRow = 1 << 20

// ReadFile reads the rows of a file that sink.Lines wrote. Errors begin with its path.
func ReadFile(path string) ([]Row, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadRows(file, path)
}

// ReadRows reads rows that sink.Lines wrote. Errors begin with name and the line.
func ReadRows(in io.Reader, name string) ([]Row, error) {
	var rows []Row
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestRow)
	number := 1
	for ; lines.Scan(); number++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var row Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("%s:%d: %w; each line must be a row that bench --json printed", name, number, err)
		}
		if row.Engine == "" || row.Springs < 1 || row.Steps < 1 || !(row.Seconds > 0) {
			return nil, fmt.Errorf("%s:%d: no engine, springs, steps or seconds; each line must be a row that bench --json printed", name, number)
		}
		for _, seconds := range row.Repeats {
			if !(seconds > 0) || math.IsInf(seconds, 0) {
				return nil, fmt.Errorf("%s:%d: a repeat of %g s; each line must be a row that bench --json printed", name, number, seconds)
			}
		}
		rows = append(rows, row)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("%s:%d: the line is longer than %d bytes; each line must be a row that bench --json printed", name, number, longestRow)
	} else if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, number, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: has no rows", name)
	}
	return rows, nil
}
