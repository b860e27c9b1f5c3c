package measure

import (
	"math"

	"hooke/laws"
	"hooke/laws/material"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/rod/chain"
	"hooke/physics"
)

// Reading is everything that can be read of one spring in one state. The zero value is
// that of a removed spring.
type Reading struct {
	Length float64 // L between the ends [m]
	Rest   float64 // L0(t), with actuation [m]
	Strain float64 // (L − L0(t))/L0(t); NaN without a rest length
	Force  float64 // [N], positive pulls the ends together
	Stress float64 // force/L0², with the rest length without actuation [Pa]; NaN without one
	Energy float64 // elastic [J]
	Power  float64 // that the motion of the ends gives to the spring [W]
	Loss   float64 // that its damper turns into heat [W]

	Bending float64 // of a segment of a rod, see chain.Reading [N·m]; else 0
	Torque  float64 // likewise [N·m]
	Shear   float64 // likewise [N]
}

// Springs reads the springs of one model. It is safe for concurrent use.
type Springs struct {
	model *model.Model
	own   []model.Coefficients // k and c per spring; nil: those of the palette hold
	rods  *chain.Reader        // nil: none
	links []uint32             // springs that are rigid, and attachments, in ascending order

	attached bool // whether attachments keep their length
}

// Of resolves the materials of a model as a run with p does: its step and its solver count
// where k and c depend on them. 16 bytes per spring if springs of one material differ.
func Of(m *model.Model, p model.Params) *Springs {
	s := &Springs{model: m, own: physics.ResolverOf(m, p).All(nil), links: m.Links(), attached: m.Attachments > 0 && p.Integrator.Method().Rigid}
	if m.Segments != nil && m.HasRods() {
		s.rods = chain.NewReader(m)
	}
	return s
}

// Model returns the model whose springs are read.
func (s *Springs) Model() *model.Model { return s.model }

// Coefficients are k and c of spring i.
func (s *Springs) Coefficients(i int) model.Coefficients {
	if s.own != nil {
		return s.own[i]
	}
	return s.model.Materials[s.model.MaterialOf[i]].Coefficients()
}

// Law returns how spring i resists, with its rest length as it is then, see In.
func (s *Springs) Law(i int, restScale []float64) material.Spring {
	return material.SpringOf(&s.model.Materials[s.model.MaterialOf[i]], s.Coefficients(i), s.model.RestLength[i], s.rest(i, restScale))
}

// Changed returns Law of a spring that has changed as the list of all springs says; nil: none has.
// It returns false for a spring that is torn.
func (s *Springs) Changed(changes []inelastic.Change, i int, restScale []float64) (law material.Spring, holds bool) {
	law = s.Law(i, restScale)
	if len(changes) == 0 || !s.model.Materials[s.model.MaterialOf[i]].Inelastic.There() {
		return law, true
	}
	return law.Changed(&changes[i], law.RestLength/s.model.RestLength[i]), !changes[i].Torn()
}

// In reads spring i in a state. restScale is L0(t)/L0 of each actuator's springs at the
// time of the state, as physics.Signals has it; nil: nothing is actuated.
func (s *Springs) In(state *model.State, i int, restScale []float64) Reading {
	if s.Special(i) {
		return s.inState(state, i, restScale)
	}
	e := s.model.Ends[i]
	v := [2]model.Vec3{state.Velocity[e[0]], state.Velocity[e[1]]}
	r := s.between(i, [2]model.Vec3{state.Position[e[0]], state.Position[e[1]]}, v, restScale, state.Changes)
	if s.pushed(len(state.SpringForce)) {
		return s.told(r, i, state.SpringForce[i])
	}
	return r
}

// InSnapshot reads spring i in a state in float32.
func (s *Springs) InSnapshot(state *model.Snapshot, i int, restScale []float64) Reading {
	if s.Special(i) {
		return s.inSnapshot(state, i, restScale)
	}
	e := s.model.Ends[i]
	r := s.between(i, [2]model.Vec3{wide(state.Position[e[0]]), wide(state.Position[e[1]])},
		[2]model.Vec3{wide(state.Velocity[e[0]]), wide(state.Velocity[e[1]])}, restScale, state.Changes)
	if s.pushed(len(state.SpringForce)) {
		return s.told(r, i, float64(state.SpringForce[i]))
	}
	return r
}

// pushed reports whether a state with forces of that many springs says them of the model's. Behind them may
// be those of attachments, which the model of a file does not have.
func (s *Springs) pushed(forces int) bool {
	return forces > 0 && forces >= s.model.StructuralCount()
}

// told returns a reading with the force that the solver has given spring i [N] instead of that of its law.
func (s *Springs) told(r Reading, i int, force float64) Reading {
	if i >= s.model.StructuralCount() || s.model.MaterialOf[i] == model.Removed || s.held(i) {
		return r
	}
	rate := 0.0
	if r.Force != 0 {
		rate = r.Power / r.Force
	}
	r.Force, r.Stress, r.Power = force, stress(force, s.model.RestLength[i]), force*rate
	return r
}

// Between reads spring i with its ends at x [m], moving with v [m/s]. Of a segment of a rod and of a
// rigid link that says too little: see package. The spring counts as unchanged.
func (s *Springs) Between(i int, x, v [2]model.Vec3, restScale []float64) Reading {
	return s.between(i, x, v, restScale, nil)
}

// between is Between of a spring that has changed as the list of all springs says; nil: none has.
// A torn spring has a length alone.
func (s *Springs) between(i int, x, v [2]model.Vec3, restScale []float64, changes []inelastic.Change) Reading {
	m := s.model
	if m.MaterialOf[i] == model.Removed {
		return Reading{}
	}
	d := x[1].Sub(x[0])
	law, holds := s.Changed(changes, i, restScale)
	out := Reading{Length: d.Len(), Rest: law.RestLength}
	if !holds {
		return out
	}
	stretch := out.Length - out.Rest
	if out.Strain = stretch / out.Rest; out.Rest == 0 {
		out.Strain = math.NaN()
	}
	held := s.held(i)
	if s.Special(i) || held && m.Materials[m.MaterialOf[i]].Vocabulary() != model.SI {
		return out.unknown()
	}

	out.Energy = law.Stored(stretch)
	if out.Length >= laws.Shortest { // else there is no direction
		rate := v[1].Sub(v[0]).Dot(d) / out.Length
		elastic, damper := law.Parts(stretch, rate)
		if held {
			elastic, damper = law.Parts(stretch, 0)
		}
		out.Force, out.Power, out.Loss = elastic+damper, (elastic+damper)*rate, damper*rate
	}
	out.Stress = stress(out.Force, m.RestLength[i])
	return out
}

// held reports whether both ends of spring i are pinned on all axes, so that no solver evaluates it.
func (s *Springs) held(i int) bool {
	ends := s.model.Ends[i]
	return s.model.PinOf(int(ends[0]))&s.model.PinOf(int(ends[1])) == model.PinAll
}

// rest returns L0(t) of spring i [m].
func (s *Springs) rest(i int, restScale []float64) float64 {
	rest := s.model.RestLength[i]
	if of := s.model.ActuatorOf; of != nil && restScale != nil && of[i] != 0 {
		rest *= restScale[of[i]-1]
	}
	return rest
}

// stress returns the stress [Pa] of a force [N] in a spring of rest length rest [m]:
// force/rest². In a cubic lattice it is the force per area that the springs along the
// axes carry.
func stress(force, rest float64) float64 {
	if rest == 0 {
		return math.NaN()
	}
	return force / (rest * rest)
}

func wide(v [3]float32) model.Vec3 {
	return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}
