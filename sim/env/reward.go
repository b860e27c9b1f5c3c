package env

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/control/metrics"
	"hooke/model"
	"hooke/scene/toml/parse"
	"hooke/scene/words"
	"hooke/sim/robots"
)

// reward is the expression by which environments are rewarded.
type reward struct {
	text    string
	robots  *robots.Robots
	columns []metrics.Column
	value   parse.Expression
	terms   []term    // of value, in its order
	numbers []float64 // of the terms, for one environment
	forward model.Vec3
	up      model.Vec3
	period  float64   // [s]
	now     []float64 // the table at the end of the period
	before  []float64 // and at its beginning
}

// term is the meaning of a name in the expression: now and before are the rows of an environment at the end and at the beginning of the
// period.
type term func(now, before []float64) float64

// newReward reads the expression of a reward.
func newReward(text string, r *robots.Robots) (*reward, error) {
	w := &reward{text: cmp.Or(text, "speed_forward"), robots: r, columns: r.Columns(), period: float64(r.Period()) * r.Kind().Params.DT,
		now: make([]float64, r.Members()*len(r.Columns())), before: make([]float64, r.Members()*len(r.Columns()))}
	var err error
	if w.forward, w.up, err = r.Metrics().Directions(r.Kind().Params.Gravity); err != nil {
		return nil, err
	}
	var places []int // columns of the terms
	w.value, err = parse.ReadExpression(w.text, "columns of metrics", func(name string) (int, error) {
		column := w.column(name)
		if column < 0 {
			known := w.known()
			return 0, fmt.Errorf("there is no column %q%s; there are %s", name, words.Guess(name, known), strings.Join(known, ", "))
		}
		if at := slices.Index(places, column); at >= 0 {
			return at, nil
		}
		places, w.terms = append(places, column), append(w.terms, w.termOf(name, column))
		return len(places) - 1, nil
	})
	if err != nil {
		return nil, fmt.Errorf("reward: %w", err)
	}
	w.numbers = make([]float64, len(w.terms))
	return w, nil
}

// termOf is the meaning of a column.
func (w *reward) termOf(name string, column int) term {
	word, _, _ := strings.Cut(name, "[")
	switch {
	case name == "speed_forward":
		return func(now, before []float64) float64 { return w.moved(now, before).Dot(w.forward) / w.period }
	case name == "speed":
		return func(now, before []float64) float64 { return w.moved(now, before).Len() / w.period }
	case slices.Contains([]string{"work", "work_positive", "path", "slip"}, word): // they add up since the start, from 0 where nothing is defined
		return func(now, before []float64) float64 { return number(now[column] - number(before[column])) }
	}
	return func(now, _ []float64) float64 { return number(now[column]) }
}

// begin takes the present numbers of the robots of a mask as those where their next period begins.
func (w *reward) begin(mask []bool) error {
	if err := w.robots.Read("metrics", w.now); err != nil {
		return err
	}
	width := len(w.columns)
	for i, reset := range mask {
		if reset {
			copy(w.before[i*width:(i+1)*width], w.now[i*width:(i+1)*width])
		}
	}
	return nil
}

// of writes the rewards of the period that has passed, 0 for those that are passed over.
func (w *reward) of(rewards []float64, over []bool) error {
	if err := w.robots.Read("metrics", w.now); err != nil {
		return err
	}
	width := len(w.columns)
	for i := range rewards {
		if rewards[i] = 0; over[i] {
			continue
		}
		for k, of := range w.terms {
			w.numbers[k] = of(w.now[i*width:(i+1)*width], w.before[i*width:(i+1)*width])
		}
		rewards[i] = number(w.value(w.numbers))
	}
	copy(w.before, w.now)
	return nil
}

// column is the number of a column; negative: there is none of that name.
func (w *reward) column(name string) int {
	return slices.IndexFunc(w.columns, func(c metrics.Column) bool { return c.Name == name })
}

// known are the names of all columns.
func (w *reward) known() (names []string) {
	for _, c := range w.columns {
		names = append(names, c.Name)
	}
	return names
}

// moved is the way of the center of mass across gravity in the period [m]; 0 where one of its ends is not defined.
func (w *reward) moved(now, before []float64) (by model.Vec3) {
	for axis, name := range []string{"com_x", "com_y", "com_z"} {
		at := w.column(name)
		by[axis] = number(now[at] - before[at])
	}
	return by.Sub(w.up.Mul(by.Dot(w.up)))
}

// number is a number, 0 where it is not defined.
func number(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
