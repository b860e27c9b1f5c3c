package check

import (
	"errors"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpuref"
	"hooke/model"
	"hooke/physics"
)

// Sizes of shapes that catch masses.
const (
	hurlWay    = 0.3  // of the shortest spring of a mass, or of the mean spring: how far a mass flies in the step
	hurlLeast  = 0.2  // of that way: where dampers leave less, the mass is not used
	hurlMost   = 1.5  // of that way: nor where it goes farther, in a step that is too long for it
	thinPlace  = 0.35 // of the way: where a shape stands in it
	thinSize   = 0.1  // of the way
	thinMargin = 0.1  // share of its size: thicker or thinner by that much it catches the same
	hurlTries  = 12   // masses that are tried for each shape
)

// thinShape makes a shape of a size [m] at a point of the way of a mass along n, with across
// at a right angle to it; turns is how far it turns in the step [rad].
type thinShape struct {
	shape func(size float64, at, n, across model.Vec3) model.Shape
	turns float64
}

func thinShapes() []thinShape {
	slab := func(size float64, at, n, across model.Vec3) model.Shape {
		lean := mgl64.QuatRotate(0.3, across).Mul(mgl64.QuatBetweenVectors(model.Vec3{0, 0, 1}, n)).Normalize()
		return model.Box{Center: roundVec(at), Half: roundVec(model.Vec3{2.5, 2, 0.6}.Mul(size)), Orientation: mgl64.Quat{W: round(lean.W), V: roundVec(lean.V)}}
	}
	return []thinShape{
		{func(size float64, at, n, across model.Vec3) model.Shape {
			return model.Sphere{Center: roundVec(at.Add(across.Mul(0.3 * size))), Radius: round(size)}
		}, 0},
		{func(size float64, at, n, across model.Vec3) model.Shape {
			along := n.Cross(across).Add(n.Mul(0.2)).Mul(2 * size)
			at = at.Add(across.Mul(-0.4 * size))
			return model.Capsule{A: roundVec(at.Sub(along)), B: roundVec(at.Add(along)), Radius: round(size)}
		}, 0},
		{slab, 0},
		{slab, 0.2},
	}
}

// thrown is a mass that a thin shape of some size [m] catches at some speed [m/s], and the number of the shape.
type thrown struct {
	mass        int
	size, speed float64
	contact     int
}

// catches checks a step of each integrator with continuous collision at thin shapes, one of
// which moves: the masses, their count, and the ledger, in a case without loads. It leaves
// out integrators that the engine does not support.
func (t *trial) catches() error {
	if !t.catching() {
		return nil
	}
	for _, integrator := range t.eachIntegrator() {
		st := perturbWith(t.Case, 1, false) // drag that grows with the square of speeds would stop them
		st.undampCables()
		st.params.Integrator = integrator
		st.keepStable()
		if err := st.hurl(); err != nil {
			return err
		}
		// Where a mass enters a ball is known to a part of its size, and so is the normal.
		if err := t.stepBy(integrator, "catches", st, 10*stepTolerance); err != nil {
			return err
		}
		if integrator != model.SymplecticEuler || !t.wants(t.Params.Ledger) {
			continue // the ledger is the same in all of them
		}
		if err := t.ledgerOf("ledger, catches, 1 step", st, 1); err != nil {
			return err
		}
	}
	return nil
}

// ledgerOf compares the ledgers of a case over some steps, of a subject that keeps one.
func (t *trial) ledgerOf(check string, st *perturbed, steps int) error {
	st.params.Ledger = true
	s, err := t.subject(st.model, st.params, st.state)
	if errors.Is(err, model.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return err
	}
	defer s.Close()
	if _, ok := model.As[model.LedgerKeeper](s); ok {
		return t.ledgerOverSteps(check, s, st, steps)
	}
	return nil
}

// hurl throws some free masses, and adds a thin shape in the way of each, as stiff as the
// ground. Rounding must decide nothing, so that shape alone has the mass in its way, and a
// thicker or thinner one as well. A case without such masses gets no shape.
func (st *perturbed) hurl() error {
	m, p := st.model, &st.params
	guided := make([]bool, m.MassCount())
	for _, g := range p.Guides {
		cpuref.OnEach(m, g.Masses, func(i int) { guided[i] = true })
	}
	shortest := make([]float64, m.MassCount())
	for s, ends := range m.Ends {
		for _, end := range ends {
			if rest := m.RestLength[s]; rest > 0 && (shortest[end] == 0 || rest < shortest[end]) {
				shortest[end] = rest
			}
		}
	}
	var free []int
	for i := range m.Mass {
		if m.PinOf(i) == 0 && !guided[i] {
			free = append(free, i)
		}
	}
	for k, thin := range thinShapes() {
		for try := range min(hurlTries, len(free)) {
			i := free[((2*k+1)*len(free)/8+try*(1+len(free)/(4*hurlTries)))%len(free)]
			way := hurlWay * shortest[i]
			if way == 0 {
				way = hurlWay * st.length
			}
			if slices.ContainsFunc(st.thrown, func(one thrown) bool { return one.mass == i }) {
				continue
			}
			was := st.state.Velocity[i]
			n := model.Vec3{0.3, -0.5, 0.8}
			n[k%3] += 0.4
			st.state.Velocity[i] = roundVec(n.Normalize().Mul(way / p.DT))
			if ok, err := st.erect(thin, i, way); err != nil || ok {
				if err != nil {
					return err
				}
				break
			}
			st.state.Velocity[i] = was
		}
	}
	return nil
}

// erect adds a thin shape in the way of a mass, where that is about as long as wanted [m] and no
// other mass comes near it, and says whether it did.
func (st *perturbed) erect(thin thinShape, mass int, wanted float64) (ok bool, err error) {
	ref, err := reference(st.model, st.params, st.state)
	if err != nil {
		return false, err
	}
	if err := ref.Step(1); err != nil {
		return false, err
	}
	from, to := st.state.Position, ref.State().Position
	way := to[mass].Sub(from[mass])
	if !(way.Len() > hurlLeast*wanted && way.Len() < hurlMost*wanted) {
		return false, nil
	}
	n := way.Normalize()
	across := n.Cross(model.Vec3{0.8, 0.3, -0.5}).Normalize()
	size := thinSize * way.Len()
	c := model.Contact{Shape: thin.shape(size, from[mass].Add(way.Mul(thinPlace)), n, across), Stiffness: st.params.Contacts[0].Stiffness}.WithFriction(0.5, 0.4)
	if thin.turns > 0 {
		spin := across.Add(n).Normalize().Mul(thin.turns / st.params.DT)
		c.Trajectory = &model.Trajectory{Path: model.Path{Velocity: roundVec(across.Mul(size / st.params.DT))}, Spin: roundVec(spin)}
	}
	for i := range from {
		for _, by := range []float64{thinMargin * size, -thinMargin * size} {
			other := c
			other.Shape = larger(c.Shape, by)
			now, then := other.Posed(st.state.Time), other.Posed(st.state.Time+st.params.DT)
			began, _ := now.Depth(from[i])
			ended, _ := then.Depth(to[i])
			caught, _, _ := physics.FirstCrossing([]model.Contact{now}, []model.Contact{then}, from[i], to[i])
			if began >= 0 || ended >= 0 || (caught == 0) != (i == mass) {
				return false, nil
			}
		}
	}
	st.params.Contacts = append(st.params.Contacts, c)
	st.thrown = append(st.thrown, thrown{mass, size, way.Len() / st.params.DT, len(st.params.Contacts) - 1})
	return true, nil
}

// sameCatches reports whether an engine and the reference count the same. The mass that they name is the
// first of a step in the order in which they keep masses, so another thrown one will do, with its shape.
// Catches of masses that begin in the middle of a shape may differ in each step and substep.
func (st *perturbed) sameCatches(got, want model.Caught, steps int) bool {
	if open := st.inMiddle() * int64(steps*max(1, st.params.Substeps)); open > 0 {
		more := got.Count - want.Count
		return -open <= more && more <= open
	}
	if got.Step == 1 && want.Step == 1 && slices.ContainsFunc(st.thrown, func(one thrown) bool { return one.mass == got.Mass && one.contact == got.Contact }) {
		got.Mass, got.Contact = want.Mass, want.Contact
	}
	return got == want
}

// inMiddle counts the masses that begin where a shape has its middle, twice as wide as physics.Crosses
// has it. Whether such a mass crosses the middle is decided by its rounded motion.
func (st *perturbed) inMiddle() (count int64) {
	if len(st.params.Contacts) == 0 {
		return 0
	}
	for _, c := range st.params.ContactsAt(st.state.Time) {
		if !physics.CanBeCrossed(&c) {
			continue
		}
		middle := (1 - 2*physics.Grazing) * physics.HalfThickness(&c)
		for _, x := range st.state.Position {
			if depth, _ := c.Shape.Depth(x); depth > middle {
				count++
			}
		}
	}
	return count
}

// unknownCatch returns the uncertainty of velocities after a contact stopped masses from
// tunneling, because the positions of their entries are rounded [m/s].
func (st *perturbed) unknownCatch(bits int) (most float64) {
	for _, one := range st.thrown {
		x := st.state.Position[one.mass]
		most = max(most, one.speed*offBy(x, x, model.Vec3{1, 1, 1}, bits)/one.size)
	}
	return most
}
