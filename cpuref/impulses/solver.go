package impulses

import (
	"hooke/cpuref/rods"
	"hooke/model"
	"hooke/order"
)

// Solver steps the velocities of a model. It keeps the model and writes to no model.
type Solver struct {
	model  *model.Model
	params model.Params // of a substep
	own    []model.Coefficients
	warm   float64
	sweeps int

	Colors order.SpringColors
	// Impulse is λ of every spring in the last substep [N·s], negative where it pulls. A warm
	// start continues from there, so checkpoints save it if there is one.
	Impulse []float64

	links   []uint32 // springs that are rigid, and attachments
	taken   float64  // length of the last substep [s]; 0: none was taken
	springs []spring
	rest    []float64 // impulses of springs without a color in a sweep
	book    *Book     // of the substep; nil: not recorded
}

// New returns a solver for substeps of p, whose step and substeps are chosen. own are k and c of
// every spring at a substep; nil: those of the palette.
func New(m *model.Model, p model.Params, own []model.Coefficients) *Solver {
	s := &Solver{model: m, params: p.Substep(), own: own, warm: p.Warm, sweeps: p.Sweeps(), Colors: order.ColorSprings(m),
		Impulse: make([]float64, m.SpringCount()), links: m.Links(), springs: make([]spring, m.SpringCount())}
	s.rest = make([]float64, len(s.Colors.Rest()))
	return s
}

// SetParams replaces the parameters and the coefficients; see New. The impulses stay.
func (s *Solver) SetParams(p model.Params, own []model.Coefficients) {
	s.params, s.own, s.warm, s.sweeps = p.Substep(), own, p.Warm, p.Sweeps()
}

// Substep holds the inputs of a substep: its state, whose velocities it changes, and data
// evaluated at its start.
type Substep struct {
	Position, Velocity []model.Vec3 // [m], [m/s], length MassCount
	Load               []model.Vec3 // external forces [N], length MassCount; nil: none
	Pushed             []model.Vec3 // forces of soft touches [N], length MassCount; nil likewise
	Soft               []SoftTouch  // the pairs among them
	Elastic, Damper    []model.Vec3 // those of Load that have an elastic energy, on every mass, pinned ones too, and the part by dampers [N]; nil: none, or not booked
	RestScale          []float64    // L0(t)/L0 of each actuator; nil: nothing is actuated
	Contacts           []Contact    // in the order of masses, and of the contacts of each
	Touches            []Touch      // of pairs, and of contacts with edges and triangles
	Rods               *rods.Solver // nil: none
	Turning            rods.State   // of Rods
	Book               *Book        // where works are booked; nil: nowhere
}

// Velocities takes a substep up to the velocities in which it ends, and returns the longest
// length of a spring at its start [m]. The caller adds friction of pairs and moves masses by
// Move.
func (s *Solver) Velocities(on *Substep) (longest float64) {
	s.book = on.Book
	s.predict(on)
	longest = s.begin(on)
	s.beginRods(on)
	if !s.params.Forward {
		s.sweepTouches(on.Velocity, on.Touches)
		s.sweepContacts(on.Velocity, on.Contacts)
	}
	for range s.sweeps {
		s.sweepColors(on)
		s.sweepAttachments(on.Velocity)
		s.sweepContacts(on.Velocity, on.Contacts)
		s.sweepTouches(on.Velocity, on.Touches)
	}
	s.endDampers(on)
	s.taken = s.params.DT
	return longest
}

// Reset clears the impulses of springs, for a new state.
func (s *Solver) Reset() {
	clear(s.Impulse)
	s.Forget()
}

// Forget says that the last substep was not this solver's. It does nothing to nil.
func (s *Solver) Forget() {
	if s != nil {
		s.taken = 0
	}
}

// SpringForces returns the forces of springs in the last substep, −λ/h [N], see model.State; nil before one.
func (s *Solver) SpringForces() (out []float64) {
	if s == nil || s.taken == 0 {
		return nil
	}
	for _, impulse := range s.Impulse {
		out = append(out, 0-impulse/s.taken)
	}
	return out
}

// LinkForces returns the forces of rigid springs in the last substep, −λ/h [N], see model.State.
func (s *Solver) LinkForces() (out []float64) {
	if s == nil || s.taken == 0 {
		return nil
	}
	for _, k := range s.links {
		out = append(out, -s.Impulse[k]/s.taken)
	}
	return out
}

// beginRods finds the constraints of rods.
func (s *Solver) beginRods(on *Substep) {
	var book func(float64, bool)
	var took func(float64)
	if s.book != nil {
		book, took = s.book.sprung, func(work float64) { s.book.Flows.Drag += work }
	}
	on.Rods.Begin(on.Turning, book, took)
}

// sweepColors visits springs color by color, then those without a color and rods, which go
// there and back by themselves, and then, unless sweeps go forward only, colors in reverse. Where
// all springs have a color and nothing is a rod, the last one is not visited twice in a row, since
// its springs are solved.
func (s *Solver) sweepColors(on *Substep) {
	velocity := on.Velocity
	colors := s.Colors.Structural()
	visit := func(c int) {
		for _, k := range s.Colors.Color(c) {
			s.sweep(velocity, int(k))
		}
	}
	for c := range colors {
		visit(c)
	}
	s.sweepRest(velocity)
	on.Rods.Sweep(velocity)
	if s.params.Forward {
		return
	}
	if len(s.Colors.Rest()) == 0 && on.Rods == nil {
		colors--
	}
	for c := colors - 1; c >= 0; c-- {
		visit(c)
	}
}

// Move moves masses by their velocities, in place, and reports whether every position and
// velocity is a finite number.
func (s *Solver) Move(position, velocity []model.Vec3) (finite bool) {
	sum := model.Vec3{} // of x − x and v − v: 0 for finite numbers, NaN for anything else
	for i := range position {
		if s.model.PinOf(i) == model.PinAll {
			continue
		}
		x, v := position[i].Add(velocity[i].Mul(s.params.DT)), velocity[i]
		position[i] = x
		sum = sum.Add(x.Sub(x)).Add(v.Sub(v))
	}
	return sum == model.Vec3{}
}

// predict sets the velocities at the end of the substep without springs and contacts. Drag
// reduces the old velocity alone, and not the change by gravity and loads: springs and
// contacts respond to that in full, so that a hanging mass at rest pulls with its weight.
func (s *Solver) predict(on *Substep) {
	h, drag := s.params.DT, s.params.DragFactor()
	var began []model.Vec3
	if s.book != nil && len(on.Soft) > 0 {
		began = append(began, on.Velocity...)
		defer func() { s.bookSoft(on, began, h, drag) }()
	}
	for i := range on.Velocity {
		var load, touching model.Vec3
		if on.Load != nil {
			load = on.Load[i]
		}
		if on.Pushed != nil {
			touching = on.Pushed[i]
		}
		before := on.Velocity[i]
		if s.model.PinOf(i) == model.PinAll {
			s.book.touched(h*touching.Dot(before), true)
			s.bookElastic(on, i, before)
			continue
		}
		mass := s.model.Mass[i]
		slowed := before.Mul(drag)
		on.Velocity[i] = s.unpinned(i, slowed.Add(s.params.Gravity.Add(load.Add(touching).Mul(1/mass)).Mul(h)))
		s.book.predicted(mass, h, s.params.Gravity, load, touching, before, slowed, on.Velocity[i])
		s.bookElastic(on, i, slowed.Add(on.Velocity[i]).Mul(0.5))
	}
}

// unpinned is v without its part along pinned axes of a mass.
func (s *Solver) unpinned(i int, v model.Vec3) model.Vec3 {
	if s.model.Pin == nil {
		return v
	}
	for axis := range v {
		if s.model.PinOf(i)&(model.PinX<<axis) != 0 {
			v[axis] = 0
		}
	}
	return v
}

// weight is n·w n of a mass [1/kg]: how fast an impulse along n makes it along n. It is 1/m of
// a mass without pins and 0 of one that is pinned on all axes.
func (s *Solver) weight(i int, n model.Vec3) float64 {
	switch pin := s.model.PinOf(i); pin {
	case 0:
		return 1 / s.model.Mass[i]
	case model.PinAll:
		return 0
	}
	free := s.unpinned(i, n)
	return free.Dot(free) / s.model.Mass[i]
}

// gain returns the change by an impulse [N·s] of the velocity of a mass [m/s].
func (s *Solver) gain(i int, impulse model.Vec3) model.Vec3 {
	switch s.model.PinOf(i) {
	case 0:
		return impulse.Mul(1 / s.model.Mass[i])
	case model.PinAll:
		return model.Vec3{}
	}
	return s.unpinned(i, impulse.Mul(1/s.model.Mass[i]))
}
