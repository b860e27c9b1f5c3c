package metrics

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/scene/words"
)

// Table has one row for each robot.
type Table struct {
	Columns []Column
	Rows    []Row
}

// Column is a number that every row has.
type Column struct {
	Name    string // such as speed, or contact_duty[foot]
	Unit    string // empty: a share or a count
	Meaning string // for users
}

// Index returns the number of a column by its name. The error names those that there are.
func Index(columns []Column, name string) (int, error) {
	known := make([]string, len(columns))
	for i, c := range columns {
		if known[i] = c.Name; c.Name == name {
			return i, nil
		}
	}
	return -1, fmt.Errorf("%q is unknown%s; known are %s", name, words.Guess(name, known), strings.Join(known, ", "))
}

// Ranked returns the numbers of the values that are defined, from the largest to the smallest, or with least the other way round; equal
// ones as they come.
func Ranked(values []float64, least bool) (order []int) {
	for i, x := range values {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if least {
			return cmp.Compare(values[a], values[b])
		}
		return cmp.Compare(values[b], values[a])
	})
	return order
}

// Row holds the results of one robot.
type Row struct {
	Status Status
	Values []float64 // one for each column; NaN: not defined
}

// Status is how a run ended.
type Status uint8

// The ways in which a run ends.
const (
	Running  Status = iota // it has not ended
	Done                   // it took all its steps
	Still                  // until = "still" held
	Fell                   // until = "fell" held
	Left                   // until = "left" held
	Diverged               // its numbers ran away
)

var statusWords = [...]string{"running", "done", "still", "fell", "left", "diverged"}

// String returns the word that tables use.
func (s Status) String() string {
	if int(s) < len(statusWords) {
		return statusWords[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// ParseStatus returns the status of a word; false for other words.
func ParseStatus(word string) (Status, bool) {
	for i, w := range statusWords {
		if w == word {
			return Status(i), true
		}
	}
	return 0, false
}

// fixed returns the columns that every table begins with.
func fixed() []Column {
	return []Column{
		{"com_x", "m", "center of mass at the end"},
		{"com_y", "m", "center of mass at the end"},
		{"com_z", "m", "center of mass at the end"},
		{"distance", "m", "from start to end, across gravity"},
		{"path", "m", "length of the way, across gravity"},
		{"straightness", "", "distance over path"},
		{"speed", "m/s", "distance over time"},
		{"speed_forward", "m/s", "along forward"},
		{"drift", "m", "to the left of forward"},
		{"drift_angle", "rad", "between forward and the way from start to end"},
		{"yaw", "rad", "turned about the vertical, in all"},
		{"height_mean", "m", "of the center of mass over the ground"},
		{"height_min", "m", "of the center of mass over the ground"},
		{"clearance", "m", "least height of the body over the ground"},
		{"work", "J", "of actuators on the structure"},
		{"work_positive", "J", "of actuators, without the energy that they absorb"},
		{"cot", "", "cost of transport: positive work over weight and distance"},
		{"strain_max", "", "largest strain of a spring, by size"},
		{"steps", "", "taken; of a run that diverged, up to there"},
		{"time", "s", "simulated"},
		{"dt", "s", "step"},
		{"contact_duty", "", "share of steps in contact"},
		{"slip", "m", "way along surfaces in contact, mean of the masses"},
		{"slip_share", "", "slip over path"},
	}
}

// Columns returns the columns of rows: fixed ones, then duty and slip of each group.
func (o Options) Columns() []Column {
	out := fixed()
	for _, name := range o.Groups {
		for _, c := range fixed()[len(fixed())-3:] {
			out = append(out, Column{c.Name + "[" + name + "]", c.Unit, c.Meaning + ", of a group"})
		}
	}
	return out
}

// Columns returns the columns of rows; see Options.Columns.
func (p *Plan) Columns() []Column { return p.options.Columns() }

// Row returns the results of the sums, up to the latest sample, in the order of Columns.
func (p *Plan) Row(s *Sums, status Status) Row { return p.RowAt(s, status, s.Step) }

// RowAt returns Row of a run that is at a step after its latest sample, such as that at which it has diverged.
func (p *Plan) RowAt(s *Sums, status Status, step int64) Row {
	none := math.NaN()
	way, took := s.Center.Sub(s.Begin), s.Time-s.Since
	distance := across(way, p.up).Len()
	ahead, aside := way.Dot(p.ahead), way.Dot(p.up.Cross(p.ahead))
	moved := distance >= leastWay*s.Length && distance > 0
	angle, cot := none, none
	if moved {
		angle = math.Atan2(aside, ahead)
		cot = ratio(s.WorkPositive, p.weight*distance)
	}
	work, positive := s.Work, s.WorkPositive
	if p.springs == nil {
		work, positive, cot = none, none, none
	}
	values := []float64{
		s.Center[0], s.Center[1], s.Center[2], distance, s.Path, ratio(distance, s.Path),
		ratio(distance, took), ratio(ahead, took), aside, angle, s.Yaw,
		ratio(s.Height, float64(s.Samples)), s.LeastHeight, s.Clearance, work, positive, cot, s.Strain,
	}
	if s.Samples == 0 || p.mass == 0 {
		for i := range values {
			values[i] = none
		}
	}
	values = append(values, float64(step), s.Time+float64(step-s.Step)*p.params.DT, p.params.DT)
	for i := range p.groups {
		g := &s.Groups[i]
		slip := ratio(g.Slip, float64(len(p.groups[i].masses)))
		if s.Steps == 0 {
			slip = none
		}
		values = append(values, ratio(float64(g.Steps), float64(s.Steps)), slip, ratio(slip, s.Path))
	}
	return Row{Status: status, Values: values}
}

// leastWay is the share of the body's length that a robot must have moved for its way to have a
// direction and a cost.
const leastWay = 0.01

// ratio is a/b; NaN where b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}
