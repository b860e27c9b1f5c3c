package check

import (
	"math"
	"slices"

	"hooke/model"
)

// mostColliding is the largest number of masses that collide in a proof: the reference looks
// at all pairs, and with more of them rounding decides somewhere which of two laws holds.
const mostColliding = 600

// collisions checks a step of each integrator in which masses touch one another, and one with
// the case's own integrator. It leaves out integrators that the engine does not support.
func (t *trial) collisions() error {
	if t.Params.Collision.Masses() {
		st := t.perturb(1)
		st.undampCables()
		st.collideAs(t.Params.Collision)
		if err := t.stepParity("step parity, own collisions", st, 1, stepTolerance); err != nil {
			return err
		}
	}
	if !t.wants(t.Params.Collision.Masses()) {
		return nil
	}
	for _, integrator := range t.eachIntegrator() {
		st := t.perturb(1)
		st.undampCables()
		st.params.Integrator = integrator
		st.keepStable()
		st.crowd()
		tolerance := stepTolerance
		if integrator.Method().Registers > 0 { // see integrators
			grazed, err := st.grazed()
			if err != nil {
				return err
			}
			tolerance = max(10*tolerance, 2*grazed)
		}
		if err := t.stepBy(integrator, "collisions", st, tolerance); err != nil {
			return err
		}
	}
	return nil
}

// crowd gives the first masses radii with which many of them touch: a little less than half
// of the shortest spring, so that the ends of one that is pressed do, and more for some,
// which overlap at rest. The stiffness is about that of springs. Static and kinetic friction
// are the same, since rounding would decide which of them holds.
func (st *perturbed) crowd() {
	m := st.model
	m.Radius, m.Body = make([]float64, m.MassCount()), make([]uint16, m.MassCount())
	low, high := m.Bounds()
	most := st.length // unless springs are long and masses dense
	if size := high.Sub(low).Len(); size > 0 {
		most = min(most, size/math.Cbrt(float64(m.MassCount())))
	}
	for i := range min(mostColliding, m.MassCount()) {
		m.Radius[i], m.Body[i] = most, uint16(i/3%2)
	}
	for s, ends := range m.Ends {
		for _, end := range ends {
			if rest := m.RestLength[s]; rest > 0 && m.Radius[end] > rest {
				m.Radius[end] = rest
			}
		}
	}
	for i := range m.Radius {
		m.Radius[i] = round(0.4985 * m.Radius[i])
		if i%4 == 1 {
			m.Radius[i] = round(1.3 * m.Radius[i])
		}
	}
	surface := model.Surface{Stiffness: round(st.force / (perturbStrain * st.length)), DampingRatio: 0.2, StaticFriction: 0.5, KineticFriction: 0.5}
	other := surface
	other.Stiffness, other.DampingRatio = round(2*surface.Stiffness), 0.1
	st.params.Collision = model.Collision{Bodies: []model.Surface{surface, other}, Self: true, Others: true,
		Skin: round(0.1 * st.length), CheckEvery: 8, FrictionIterations: 2}
}

// collideAs has masses collide as they do in the case, springs and triangles left out, with static friction as kinetic:
// rounding would decide which of them holds.
func (st *perturbed) collideAs(own model.Collision) {
	own.Touches, own.Bodies = model.CollidingMasses, slices.Clone(own.Bodies)
	for i := range own.Bodies {
		own.Bodies[i].StaticFriction = own.Bodies[i].KineticFriction
	}
	st.params.Collision = own
}
