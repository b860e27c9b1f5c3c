package play

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"hooke/mesh/join"
	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

// Lineup is a row of members side by side. It never changes once made.
type Lineup struct {
	Title   string // name of the whole
	From    string // the folder of the sweep that they are of; empty: of none
	Members []*Member
	Metric  color.Metric // the numbers of the masses of all members, and their range

	model  *model.Model
	params model.Params
	start  *model.State
	moves  []model.Vec3 // where pictures put the origin of each [m]
	first  []int        // number of the first mass of each, and one more
	times  []float64    // of frames [s]
	box    draw.Bounds
	across int // axis along which rows go
}

// NewLineup sets members side by side, in their order. The metric is the name of their values; its numbers and range are filled in.
func NewLineup(title, from string, members []*Member, metric color.Metric) (*Lineup, error) {
	if len(members) == 0 {
		return nil, errors.New("members: no member to show")
	}
	l := &Lineup{Title: title, From: from, Members: members, Metric: metric, first: []int{0}, start: &model.State{}}
	l.place()
	var parts []join.Part
	actuators := 0
	for k, m := range members {
		s := m.Scene
		if len(m.frames) == 0 {
			return nil, fmt.Errorf("members: member %d has no state", k)
		}
		parts = append(parts, join.Part{Model: s.Model, Name: fmt.Sprint(k + 1), Move: l.moves[k], FirstActuator: actuators})
		actuators += len(s.Params.Actuators)
		p := s.Params.From(l.moves[k].Mul(-1))
		if k > 0 {
			p.Contacts = slices.DeleteFunc(slices.Clone(p.Contacts), level)
		}
		if k == 0 {
			l.params = p
		} else {
			l.params = l.params.With(p)
		}
		l.first = append(l.first, l.first[k]+s.Model.MassCount())
		for _, x := range s.Model.Start().Position {
			l.start.Position = append(l.start.Position, x.Add(l.moves[k]))
		}
	}
	var err error
	if l.model, err = join.Merge(title, parts...); err != nil {
		return nil, err
	}
	l.paint()
	l.start = l.model.Start()
	longest := slices.MaxFunc(members, func(a, b *Member) int { return len(a.frames) - len(b.frames) })
	for _, f := range longest.frames {
		l.times = append(l.times, f.Time)
	}
	return l, nil
}

// level reports whether a contact is a level ground, of which pictures show one.
func level(c model.Contact) bool {
	_, is := model.Params{Contacts: []model.Contact{c}}.GroundHeight()
	return is
}

// apart is the space between members, as a share of the size of a cell.
const apart = 0.15

// place puts each member in a cell of its own, each as large as the largest path: in a row across the longer side of the cells
// for at most four members, else in a grid that is about as wide as deep.
func (l *Lineup) place() {
	var cell [2]float64
	for _, m := range l.Members {
		for axis := range cell {
			cell[axis] = max(cell[axis], m.box.Hi[axis]-m.box.Lo[axis])
		}
	}
	gap := apart * max(cell[0], cell[1])
	cell[0], cell[1] = cell[0]+gap, cell[1]+gap
	short, long := 0, 1
	if cell[1] < cell[0] {
		short, long = 1, 0
	}
	l.across = short
	n := len(l.Members)
	columns := n
	if n > mostInRow {
		least := math.Inf(1)
		for c := 1; c <= n; c++ {
			rows := (n + c - 1) / c
			if side := max(float64(c)*cell[short], float64(rows)*cell[long]) + 1e-9*float64(rows*c-n); side < least {
				columns, least = c, side
			}
		}
	}
	for k, m := range l.Members {
		var move model.Vec3
		move[short], move[long] = float64(k%columns)*cell[short], float64(k/columns)*cell[long]
		if short == 0 { // the first row is the farthest one, from where View looks
			move[long] *= -1
		}
		if k == 0 {
			l.box = m.box
		}
		for axis := range 2 { // the lower corners of all paths are at the same point of each cell
			move[axis] += l.Members[0].box.Lo[axis] - m.box.Lo[axis]
		}
		l.moves = append(l.moves, move)
		l.box = l.box.Union(draw.Bounds{Lo: m.box.Lo.Add(move), Hi: m.box.Hi.Add(move)})
	}
}

// mostInRow is the largest number of members that stand in one row.
const mostInRow = 4

// paint gives each mass the number of its member, and finds the range of colors.
func (l *Lineup) paint() {
	l.Metric.Low, l.Metric.High = math.Inf(1), math.Inf(-1)
	l.Metric.OfMass = make([]float32, l.first[len(l.Members)])
	for k, m := range l.Members {
		l.Metric.Low, l.Metric.High = min(l.Metric.Low, m.Value), max(l.Metric.High, m.Value)
		for i := l.first[k]; i < l.first[k+1]; i++ {
			l.Metric.OfMass[i] = float32(m.Value)
		}
	}
}

// Subject returns the data for pictures.
func (l *Lineup) Subject() draw.Subject {
	return draw.Subject{Model: l.model, Params: l.params, Start: l.start, Metric: &l.Metric, NoReactions: "members stand on grounds of their own"}
}

// Bounds is the box around the ways of all members, as pictures show them [m].
func (l *Lineup) Bounds() draw.Bounds { return l.Subject().Grounded(l.box) }

// View is where to look from: rows go from left to right, the first one is the farthest.
func (l *Lineup) View() draw.View {
	const aside, above = 20 * math.Pi / 180, 32 * math.Pi / 180
	if l.across == 1 {
		return draw.View{Azimuth: -aside, Elevation: above}
	}
	return draw.View{Azimuth: -math.Pi/2 + aside, Elevation: above}
}

// Of returns the member that a mass belongs to; the first one of a mass that there is not.
func (l *Lineup) Of(mass int) int {
	for k := range l.Members {
		if mass >= l.first[k] && mass < l.first[k+1] {
			return k
		}
	}
	return 0
}

// state writes the state of all members at a time [s], and the scales of their muscles.
func (l *Lineup) state(t float64, dst *model.Snapshot) (restScale []float64) {
	dst.Resize(l.first[len(l.Members)])
	dst.Orientation, dst.AngularVelocity, dst.Time = nil, nil, t
	for k, m := range l.Members {
		f := m.at(t)
		move := f.Origin.Add(l.moves[k])
		for i, x := range f.Position {
			at := model.InWorld(move, x)
			dst.Position[l.first[k]+i] = [3]float32{float32(at[0]), float32(at[1]), float32(at[2])}
		}
		copy(dst.Velocity[l.first[k]:], f.Velocity)
		dst.Orientation = append(dst.Orientation, f.Orientation...)
		dst.AngularVelocity = append(dst.AngularVelocity, f.AngularVelocity...)
		restScale = append(restScale, f.restScale...)
	}
	if len(restScale) != len(l.params.Actuators) {
		restScale = nil
	}
	return restScale
}
