package response

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Figures describe the response of a spring to a step of 0 to 1.
type Figures struct {
	Ratio     float64 `json:"damping_ratio"`
	Overshoot float64 `json:"overshoot"` // how far it goes beyond 1
	Settles   float64 `json:"settles_s"` // from when on it stays within 2 % of 1 [s]; -1: not in this time
	Behind    float64 `json:"end_apart"` // how far it is from the goal in the end
	Apart     float64 `json:"apart"`     // largest difference between closed form and steps
}

// Figures returns those of a curve, by its closed form.
func (r Result) Figures(c Curve) Figures {
	f := Figures{Ratio: c.Ratio, Apart: c.Apart}
	for i, x := range c.Closed {
		f.Overshoot = max(f.Overshoot, x-1)
		if math.Abs(x-1) > 0.02 {
			f.Settles = -1
		} else if f.Settles < 0 {
			f.Settles = r.Time[i]
		}
	}
	if last := len(r.Time) - 1; r.Goal != nil {
		f.Behind = math.Abs(c.Closed[last] - r.Goal[last])
	}
	return f
}

// Numbers returns the numbers of Table of the curves of a kind, for JSON.
func (r Result) Numbers() (list []map[string]any) {
	for _, c := range r.Curves {
		of := map[string]any{"by": r.by(), "value": c.Ratio, "apart": c.Apart}
		if r.Goal != nil {
			of["end_apart"] = r.Figures(c).Behind
		}
		list = append(list, of)
	}
	return list
}

// Table returns the motion of the springs as text. Overshoot and the time to settle are given
// for a step.
func (r Result) Table(step bool) string {
	var b strings.Builder
	head := []string{r.by(), "overshoot", "settles (2 %)", "from the goal at the end", "closed form and steps apart"}
	row := func(cells ...string) {
		for i, cell := range cells {
			if step || i == 0 || i > 2 && (i > 3 || r.Goal != nil) {
				fmt.Fprintf(&b, "%*s  ", len(head[i]), cell)
			}
		}
		b.WriteString("\n")
	}
	row(head...)
	for _, c := range r.Curves {
		f := r.Figures(c)
		settles := fmt.Sprintf("%.3g s", f.Settles)
		if f.Settles < 0 {
			settles = "later"
		}
		row(short(f.Ratio), fmt.Sprintf("%.3g %%", 100*f.Overshoot), settles, short(f.Behind), short(f.Apart))
	}
	return strings.ReplaceAll(b.String(), "  \n", "\n")
}

func short(x float64) string { return fmt.Sprintf("%.3g", x) }

// WriteCSV writes all motions: a line for each time, a jump has two.
func (r Result) WriteCSV(w io.Writer) error {
	line := []string{map[bool]string{true: "time_s", false: "frequency_hz"}[r.Over == ""]}
	if r.Goal != nil {
		line = append(line, "goal")
	}
	for _, c := range r.Curves {
		ratio := strconv.FormatFloat(c.Ratio, 'g', -1, 64)
		line = append(line, "closed_"+ratio, "stepped_"+ratio)
	}
	for i := -1; i < len(r.Time); i++ {
		if i >= 0 {
			line = append(line[:0], number17(r.Time[i]))
			if r.Goal != nil {
				line = append(line, number17(r.Goal[i]))
			}
			for _, c := range r.Curves {
				line = append(line, number17(c.Closed[i]), number17(c.Stepped[i]))
			}
		}
		if _, err := io.WriteString(w, strings.Join(line, ",")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// number17 returns a number with all its digits.
func number17(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
