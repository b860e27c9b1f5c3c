package cpuref

import (
	"fmt"
	"math"
	"runtime"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpuref/collide"
	"hooke/model"
	"hooke/model/inelastic"
)

var _ model.Checkpointer = (*Engine)(nil)

// Save copies the state into c, bit for bit.
func (e *Engine) Save(c *model.Checkpoint) error {
	*c = model.Checkpoint{
		Engine: "cpuref", Pipeline: "serial", Precision: "double", Variant: e.variant(),
		Step: e.state.Step, Time: e.state.Time, ClockStep: e.startStep, ClockTime: e.startTime,
		Runaway: e.runaway, Primed: e.primed, Drives: e.drives.State(), Caught: e.caught, Touching: model.Touching{Most: e.touched},
		Words: []model.Words{
			{Name: "position", Data: words(e.state.Position)},
			{Name: "velocity", Data: words(e.state.Velocity)},
		},
	}
	if e.ledger != nil {
		c.Ledger = e.ledger.numbers()
	}
	if e.rods != nil {
		c.Words = append(c.Words, model.Words{Name: "orientation", Data: quaternionWords(e.state.Orientation)},
			model.Words{Name: "angular velocity", Data: words(e.state.AngularVelocity)})
	}
	if e.impulses != nil && e.params.Warm > 0 {
		c.Words = append(c.Words, model.Words{Name: "impulse", Data: numberWords(e.impulses.Impulse)})
	}
	if len(e.state.Changes) > 0 {
		c.Words = append(c.Words, model.Words{Name: "changes", Data: numberWords(inelastic.Numbers(e.state.Changes))})
	}
	if e.params.Integrator.Method().Continues {
		c.Words = append(c.Words, model.Words{Name: "acceleration", Data: words(e.registers)})
	}
	if sides := e.spans.Sides(); sides != nil {
		c.Words = append(c.Words, model.Words{Name: "sides", Data: sides.Words()})
	}
	return nil
}

// Restore takes up a run that Save saved.
func (e *Engine) Restore(c *model.Checkpoint) error {
	var own model.Checkpoint
	if err := e.Save(&own); err != nil {
		return err
	}
	if err := c.Agrees(&own); err != nil {
		return err
	}
	e.state.Step, e.state.Time, e.startStep, e.startTime = c.Step, c.Time, c.ClockStep, c.ClockTime
	e.runaway, e.primed, e.caught, e.touched = c.Runaway, c.Primed, c.Caught, c.Touching.Most
	e.drives.SetState(c.Drives)
	vectors(e.state.Position, c.Words[0].Data)
	vectors(e.state.Velocity, c.Words[1].Data)
	more := c.Words[2:]
	if e.spans.Sides() != nil {
		e.spans.SetSides(collide.SidesOf(more[len(more)-1].Data))
		more = more[:len(more)-1]
	}
	if e.rods != nil {
		quaternions(e.state.Orientation, more[0].Data)
		vectors(e.state.AngularVelocity, more[1].Data)
		more = more[2:]
	}
	if len(e.state.Changes) > 0 {
		flat := make([]float64, inelastic.PerChange*len(e.state.Changes))
		numbers(flat, more[0].Data)
		inelastic.SetNumbers(e.state.Changes, flat)
		more = more[1:]
	}
	if len(more) > 0 && e.impulses != nil {
		numbers(e.impulses.Impulse, more[0].Data)
	} else if len(more) > 0 {
		vectors(e.registers, more[0].Data)
	}
	if e.ledger != nil {
		e.ledger.setNumbers(c.Ledger)
	}
	e.impulses.Forget()
	e.diverged, e.torn = nil, nil
	e.lastGood, e.resetStep = *e.state.Clone(), e.state.Step
	return nil
}

// Where returns the position of a mass [m].
func (e *Engine) Where(mass int) (model.Vec3, error) { return e.state.Position[mass], nil }

// Shift takes a vector off the positions in a checkpoint.
func (e *Engine) Shift(c *model.Checkpoint, by model.Vec3) {
	x := make([]model.Vec3, e.model.MassCount())
	vectors(x, c.Words[0].Data)
	for i := range x {
		x[i] = x[i].Sub(by)
	}
	c.Words[0].Data = words(x)
}

// variant names everything that determines the last bit: the solver, the order of its colors,
// and the processor, since Go fuses products and sums on some.
func (e *Engine) variant() string {
	colors := ""
	if s := e.impulses; s != nil {
		colors = fmt.Sprintf(", %d colors %016x", s.Colors.Count(), s.Colors.Sum())
	}
	if e.rods != nil {
		colors += fmt.Sprintf(", rods %016x", e.rods.Set.Sum())
	}
	return e.params.Integrator.String() + colors + ", " + runtime.GOARCH
}

// quaternionWords are w, x, y and z of orientations as they lie in memory.
func quaternionWords(from []mgl64.Quat) []uint32 {
	all := make([]float64, 0, 4*len(from))
	for _, q := range from {
		all = append(all, q.W, q.V[0], q.V[1], q.V[2])
	}
	return numberWords(all)
}

// quaternions is the inverse of quaternionWords.
func quaternions(into []mgl64.Quat, from []uint32) {
	all := make([]float64, 4*len(into))
	numbers(all, from)
	for i := range into {
		into[i] = mgl64.Quat{W: all[4*i], V: model.Vec3(all[4*i+1 : 4*i+4])}
	}
}

// numberWords are numbers as they lie in memory, with the low half of each first.
func numberWords(from []float64) []uint32 {
	out := make([]uint32, 0, 2*len(from))
	for _, x := range from {
		bits := math.Float64bits(x)
		out = append(out, uint32(bits), uint32(bits>>32))
	}
	return out
}

// numbers is the inverse of numberWords.
func numbers(into []float64, from []uint32) {
	for i := range into {
		into[i] = math.Float64frombits(uint64(from[2*i]) | uint64(from[2*i+1])<<32)
	}
}

// words are vectors as they lie in memory, with the low half of each number first.
func words(from []model.Vec3) []uint32 {
	out := make([]uint32, 0, 6*len(from))
	for _, v := range from {
		for _, x := range v {
			bits := math.Float64bits(x)
			out = append(out, uint32(bits), uint32(bits>>32))
		}
	}
	return out
}

// vectors is the inverse of words.
func vectors(into []model.Vec3, from []uint32) {
	for i := range into {
		for axis := range 3 {
			at := 6*i + 2*axis
			into[i][axis] = math.Float64frombits(uint64(from[at]) | uint64(from[at+1])<<32)
		}
	}
}

// RestScale returns L0(t)/L0 of the springs of each actuator, at the current time; nil
// without actuators.
func (e *Engine) RestScale() []float64 {
	e.evaluateNow()
	return e.now.RestScale
}

// numbers returns all numbers of the ledger.
func (l *ledger) numbers() []float64 {
	out := append([]float64{l.prescribed}, l.scale...)
	for _, part := range l.parts() {
		for _, x := range part.Numbers() {
			out = append(out, *x)
		}
	}
	if l.books {
		out = append(out, l.sum.Solver)
	}
	if l.changes {
		out = append(out, l.sum.Fracture, l.sum.Plastic)
	}
	return out
}

// setNumbers is the inverse of numbers.
func (l *ledger) setNumbers(from []float64) {
	l.prescribed = from[0]
	copy(l.scale, from[1:])
	from = from[1+len(l.scale):]
	parts := l.parts()
	for i := range parts {
		for at, x := range parts[i].Numbers() {
			*x = from[at]
		}
		from = from[len(parts[i].Numbers()):]
	}
	l.start, l.now, l.sum, l.first, l.last = parts[0].Start, parts[0].Now, parts[0].Flows, parts[1].Flows, parts[2].Flows
	if l.books {
		l.sum.Solver, from = from[0], from[1:]
	}
	if l.changes {
		l.sum.Fracture, l.sum.Plastic = from[0], from[1]
	}
}

// parts returns the energies and flows of the ledger, each in a model.Ledger of its own.
func (l *ledger) parts() [3]model.Ledger {
	return [3]model.Ledger{{Start: l.start, Now: l.now, Flows: l.sum}, {Flows: l.first}, {Flows: l.last}}
}
