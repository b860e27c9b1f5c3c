package control

import (
	"fmt"
	"math"
	"strings"

	"hooke/files/npy"
)

// Recording is the actions of a run, which replay it bit for bit.
type Recording struct {
	Names   []string  // of the inputs
	Period  int       // [steps]
	Latency int       // [periods]
	Linear  bool      // whether inputs come to each action along a line
	Used    []int64   // for each boundary, the one whose action of the host was used, −1 without any; nil: its own
	Actions []float64 // u of the first boundary of the run, of the next one, and so on, as they were set: limits are in them
}

// Write writes a recording as an archive of NumPy: "inputs" [boundaries, inputs], "period",
// "latency", "names", and, if not the default, "linear" and "used" [boundaries].
func (r *Recording) Write(path string) error {
	rows := 0
	if len(r.Names) > 0 {
		rows = len(r.Actions) / len(r.Names)
	}
	arrays := []npy.Array{npy.Numbers("inputs", r.Actions, rows, len(r.Names)), npy.Numbers("period", []int64{int64(r.Period)}, 1),
		npy.Numbers("latency", []int64{int64(r.Latency)}, 1), npy.Text("names", strings.Join(r.Names, "\n"))}
	if r.Linear {
		arrays = append(arrays, npy.Numbers("linear", []int64{1}, 1))
	}
	if r.Used != nil {
		arrays = append(arrays, npy.Numbers("used", r.Used, len(r.Used)))
	}
	return npy.WriteArchive(path, arrays...)
}

// ReadRecording reads a file of Recording.Write.
func ReadRecording(path string) (*Recording, error) {
	arrays, err := npy.ReadArchive(path)
	if err != nil {
		return nil, err
	}
	r, given := &Recording{}, map[string]bool{}
	columns := 0
	for _, a := range arrays {
		given[a.Name] = true
		whole := func() (n int) {
			if data, ok := a.Data.([]int64); ok && len(data) == 1 && data[0] >= 0 && data[0] <= math.MaxInt32 {
				return int(data[0])
			}
			given[a.Name] = false
			return 0
		}
		switch a.Name {
		case "inputs":
			data, ok := a.Data.([]float64)
			if given[a.Name] = ok && len(a.Shape) == 2; given[a.Name] {
				r.Actions, columns = data, a.Shape[1]
			}
		case "period":
			r.Period = whole()
		case "latency":
			r.Latency = whole()
		case "linear":
			n := whole()
			if r.Linear = n == 1; n > 1 {
				given[a.Name] = false
			}
		case "used":
			r.Used, _ = a.Data.([]int64)
		case "names":
			r.Names = strings.Split(a.Text(), "\n")
		}
	}
	for _, name := range []string{"inputs", "period", "latency", "names", "linear"} {
		if is, there := given[name]; !is && (there || name != "linear") {
			return nil, fmt.Errorf("%s: there is no array %q as inputs.npz of a run has it", path, name)
		}
	}
	if columns != len(r.Names) {
		return nil, fmt.Errorf("%s: %d columns of inputs and %d names", path, columns, len(r.Names))
	}
	return r, nil
}

// fits returns the reason why a recording does not replay a spec.
func (r *Recording) fits(s *Spec) error {
	var names []string
	for _, in := range s.Inputs {
		names = append(names, in.Name)
	}
	switch {
	case strings.Join(names, "\n") != strings.Join(r.Names, "\n"):
		return fmt.Errorf("they are of the inputs %s; the run has %s", strings.Join(r.Names, ", "), strings.Join(names, ", "))
	case r.Period != s.Period || r.Latency != s.Latency:
		return fmt.Errorf("they are of a period of %d steps and a latency of %d; the run has %d and %d", r.Period, r.Latency, s.Period, s.Latency)
	case r.Linear != s.Linear:
		return fmt.Errorf("they are of a run whose inputs are linear: %v; of the run that is %v", r.Linear, s.Linear)
	}
	for i, x := range r.Actions {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("action %d of boundary %d is %g", i%len(names), i/len(names), x)
		}
		if in := s.Inputs[i%len(names)]; in.Min < in.Max && (x < in.Min || x > in.Max) {
			return fmt.Errorf("input %q is %g at boundary %d of the recording; the run takes %g to %g: give the file of a run with these bounds, or widen them", in.Name, x, i/len(names), in.Min, in.Max)
		}
	}
	return nil
}

// at returns the action of a row, from 0; nil: the row is missing.
func (r *Recording) at(row int64) []float64 {
	if !r.has(row) {
		return nil
	}
	n := int64(len(r.Names))
	return r.Actions[row*n : (row+1)*n]
}

// has reports whether there is a row.
func (r *Recording) has(row int64) bool {
	return row >= 0 && (row+1)*int64(len(r.Names)) <= int64(len(r.Actions))
}
