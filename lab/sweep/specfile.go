package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"hooke/control/metrics"
	"hooke/files/safefile"
	"hooke/model"
)

// SpecName is the name of the spec in the folder of a sweep.
const SpecName = "spec.toml"

// mostSpecBytes is the largest size of a spec file: long lists of designs are in it.
const mostSpecBytes = 64 << 20

// specFile is a spec as a file has it. Keys are those of the flags of hooke sweep.
type specFile struct {
	Scene      string    `toml:"scene"`
	SHA256     string    `toml:"sha256,omitempty"` // see Plan.Digest
	Set        []string  `toml:"set,omitempty"`
	Vary       []string  `toml:"vary,multiline,omitempty"`
	From       string    `toml:"from,omitempty"` // file of designs, instead of vary
	Sample     string    `toml:"sample,omitempty"`
	Runs       int64     `toml:"runs,omitempty"`
	SampleSeed uint64    `toml:"sample-seed,omitempty"`
	Repeat     int       `toml:"repeat,omitempty"`
	Noise      []string  `toml:"noise,omitempty"`
	Time       float64   `toml:"time,omitempty"`
	Steps      int64     `toml:"steps,omitempty"`
	Engine     string    `toml:"engine,omitempty"`
	Precision  string    `toml:"precision,omitempty"`
	Metric     []string  `toml:"metric,omitempty"`
	Every      int64     `toml:"metrics-every,omitempty"`
	Settle     float64   `toml:"settle,omitempty"`
	Forward    []float64 `toml:"forward,omitempty"`
	Body       string    `toml:"body,omitempty"`
	Groups     []string  `toml:"groups,omitempty"`
	Out        string    `toml:"out,omitempty"`
}

// File is a spec with the other data of its file.
type File struct {
	Spec
	Digest string // of the scene, in the folder of a sweep; empty: not said
	Out    string // folder to write to; empty: not said
}

// IsFolder reports whether a sweep was written to a folder.
func IsFolder(path string) bool {
	at, err := os.Stat(filepath.Join(path, SpecName))
	return err == nil && at.Mode().IsRegular()
}

// ReadSpec reads a spec file. Faults name its line.
func ReadSpec(path string) (File, error) {
	data, err := readAll(path, mostSpecBytes)
	if err != nil {
		return File{}, err
	}
	f, err := ParseSpec(data)
	if err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// readAll reads a file that has an end, up to a size.
func readAll(path string, most int64) ([]byte, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, fmt.Errorf("sweep: %s: %w", path, err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("sweep: %s has more than %d MiB, which no such file needs", path, most>>20)
	}
	return data, nil
}

// some returns a list, or nil where it is empty: a spec that has an empty list is the spec without it.
func some(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

// ParseSpec reads the text of a spec file. Faults name its line.
func ParseSpec(data []byte) (f File, err error) {
	var text specFile
	d := toml.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&text); err != nil {
		return f, tomlFault(err)
	}
	f.Digest, f.Out = text.SHA256, text.Out
	f.Spec = Spec{Scene: text.Scene, Set: some(text.Set), Sample: text.Sample, Runs: text.Runs, Seed: text.SampleSeed, Repeat: text.Repeat,
		Time: text.Time, Steps: text.Steps, Engine: text.Engine, Precision: text.Precision, Metric: some(text.Metric),
		Metrics: metrics.Options{Every: text.Every, Settle: text.Settle, Body: text.Body, Groups: some(text.Groups)}}
	for _, line := range text.Set {
		if strings.ContainsAny(line, "\n\r") {
			return f, fmt.Errorf("set: %q has several lines; give one setting, KEY=VALUE", shortened(line))
		}
	}
	if text.Sample == Asked {
		return f, errors.New("sample: asked is of hooke optimize; choose " + strings.Join(Samples(), ", "))
	}
	for _, line := range text.Vary {
		more, err := ParseVariables(line)
		if err != nil {
			return f, fmt.Errorf("vary: %w", err)
		}
		f.Vary = append(f.Vary, more...)
	}
	for _, line := range text.Noise {
		n, err := ParseNoise(line)
		if err != nil {
			return f, fmt.Errorf("noise: %w", err)
		}
		f.Noise = append(f.Noise, n)
	}
	if text.Forward != nil {
		if len(text.Forward) != 3 {
			return f, fmt.Errorf("forward: has %d numbers; give three, [x, y, z]", len(text.Forward))
		}
		f.Metrics.Forward = model.Vec3(text.Forward)
	}
	if text.From != "" {
		if len(f.Vary) > 0 {
			return f, errors.New("from: vary is given too; give one of the two")
		}
		if f.Vary, err = ReadDesigns(text.From); err == nil && f.Sample == "" {
			f.Sample = List
		}
	}
	return f, err
}

// tomlFault returns an error of go-toml with line and column.
func tomlFault(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		row, column := strict.Errors[0].Position()
		return fmt.Errorf("%d:%d: key %q is unknown; keys are the flags of hooke sweep", row, column, strings.Join(strict.Errors[0].Key(), "."))
	}
	var decode *toml.DecodeError
	text, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "toml: "), "\n")
	if errors.As(err, &decode) {
		row, column := decode.Position()
		return fmt.Errorf("%d:%d: %s", row, column, text)
	}
	return errors.New(text)
}

// Text returns the spec of a plan as a file, in one form: keys in one order, defaults written out.
func (p *Plan) Text() (string, error) {
	s := &p.Spec
	text := specFile{Scene: s.Scene, SHA256: p.Digest, Set: s.Set, Sample: s.Sample, Runs: s.Runs, SampleSeed: s.Seed, Repeat: s.Repeat,
		Time: s.Time, Steps: s.Steps, Engine: s.Engine, Precision: s.Precision, Metric: s.Metric,
		Every: s.Metrics.Every, Settle: s.Metrics.Settle, Forward: s.Metrics.Forward[:], Body: s.Metrics.Body, Groups: s.Metrics.Groups}
	for _, v := range s.Vary {
		text.Vary = append(text.Vary, v.String())
	}
	for _, n := range s.Noise {
		text.Noise = append(text.Noise, n.String())
	}
	var out bytes.Buffer
	out.WriteString("# A sweep of hooke; each key is a flag of hooke sweep. Run it again with hooke sweep --spec spec.toml\n")
	if err := toml.NewEncoder(&out).Encode(text); err != nil {
		return "", fmt.Errorf("sweep: %w", err)
	}
	return out.String(), nil
}

// FirstDifference returns the first line in which a spec differs from the one that a folder has, in
// words; empty where they are the same sweep. Lines that begin with one of free may differ.
func FirstDifference(old, new string, free ...string) string {
	a, b := strings.Split(old, "\n"), strings.Split(new, "\n")
	drop := func(lines []string) (out []string) {
		for _, line := range lines {
			if begins := func(with string) bool { return strings.HasPrefix(line, with) }; !slices.ContainsFunc(free, begins) && !strings.HasPrefix(line, "#") {
				out = append(out, line)
			}
		}
		return out
	}
	a, b = drop(a), drop(b)
	for i := range max(len(a), len(b)) {
		line := func(of []string) string {
			if i < len(of) && of[i] != "" {
				return shortened(strings.TrimSpace(of[i]))
			}
			return "nothing"
		}
		if line(a) != line(b) || i < min(len(a), len(b)) && a[i] != b[i] {
			return fmt.Sprintf("it has %s, and now it is %s", line(a), line(b))
		}
	}
	return ""
}
