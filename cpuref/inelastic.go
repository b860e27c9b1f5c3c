package cpuref

import (
	"math"

	"hooke/model"
	"hooke/model/inelastic"
)

// InelasticForces runs the pass "inelastic-force" after the pass "spring-force". It overwrites the
// force on end A of each spring whose material tears, yields, creeps or has a force table [N]: with
// its damage D and its present rest length Lp, times the scale σ of its actuator,
//
//	f = (1 − D) (k (L − σ Lp) + c ((vB − vA)·n)),  of a cable as in SpringForces
//
// With a table F it has F((L − σ Lp)/L0) in place of k (L − σ Lp). A torn spring exerts no force, even where a position is not a finite number.
func InelasticForces(force []model.Vec3, m *model.Model, own []model.Coefficients, restScale []float64, s *State) {
	if !m.Inelastic() {
		return
	}
	for i := range m.Ends {
		if !m.Materials[m.MaterialOf[i]].Inelastic.There() {
			continue
		}
		force[i] = model.Vec3{}
		a, b := m.Ends[i][0], m.Ends[i][1]
		change := inelastic.Change{RestLength: m.RestLength[i]}
		if len(s.Changes) > 0 {
			change = s.Changes[i]
		}
		if change.Torn() || m.PinOf(int(a))&m.PinOf(int(b)) == model.PinAll {
			continue
		}
		d := s.Position[b].Sub(s.Position[a])
		length := d.Len()
		if length < ZeroLength {
			continue
		}
		k, c := coefficients(m, own, i)
		rest := scaleOf(m, i, restScale) * change.RestLength
		f := elastic(m, k, i, length-rest) + c*s.Velocity[b].Sub(s.Velocity[a]).Dot(d)/length
		if m.Materials[m.MaterialOf[i]].TensionOnly {
			f = tension(f, length > rest)
		}
		force[i] = d.Mul((1 - change.Damage) * f / length)
	}
}

// Change runs the pass "change" at the end of a step of dt [s]: springs yield, then creep, then lose
// stiffness or tear, each by its length L then. It overwrites s.Changes and returns the elastic
// energy that they lose [J]. With f = k (L − σ Lp), σ the scale of an actuator, and the strain ε =
// (L − σ L0)/(σ L0),
//
//	yield    Y = Y0 + H a, Y0 = YieldForce or k YieldStrain L0; where |f| > Y:
//	         Δ = (|f| − Y)/(k + H),  σ Lp ← σ Lp + Δ sign f,  a ← a + Δ
//	creep    σ Lp ← σ Lp + (L − σ Lp) (1 − 2^(−dt/h)),  and Lp stays from 0.1 to 10 L0
//	damage   D ← max(D, ε1 (ε − ε0)/(ε (ε1 − ε0))) where ε > ε0
//	tear     D ← 1 where ε >= ε1, or f >= TearForce, in more than TearDelay steps in a row
//
// With LimitPerMass a spring tears only if it is the longest, of equals the first, of those that
// would tear at either end.
func Change(m *model.Model, own []model.Coefficients, restScale []float64, dt float64, s *State) (plastic, fracture float64) {
	var tearing []int // with a limit
	longest := map[uint32]int{}
	length := func(i int) float64 { return s.Position[m.Ends[i][1]].Sub(s.Position[m.Ends[i][0]]).Len() }
	for i := range s.Changes {
		limits, was := &m.Materials[m.MaterialOf[i]].Inelastic, s.Changes[i]
		if !limits.Changes() || was.Torn() {
			continue
		}
		now, l := &s.Changes[i], length(i)
		store := func() float64 { return storedBy(m, own, restScale, i, now, l) }
		before := store()
		flow(m, own, restScale, dt, i, now, l)
		between := store()
		plastic += before - between
		if !tear(m, own, restScale, i, now, l) {
			fracture += between - store()
			continue
		}
		if !limits.LimitPerMass {
			now.Damage = 1
			fracture += between
			continue
		}
		tearing = append(tearing, i)
		for _, end := range m.Ends[i] {
			if first, there := longest[end]; !there || l > length(first) {
				longest[end] = i
			}
		}
	}
	for _, i := range tearing {
		if longest[m.Ends[i][0]] == i && longest[m.Ends[i][1]] == i {
			fracture += storedBy(m, own, restScale, i, &s.Changes[i], length(i))
			s.Changes[i].Damage = 1
		}
	}
	return plastic, fracture
}

// flow lets a spring of length l yield and creep, see Change.
func flow(m *model.Model, own []model.Coefficients, restScale []float64, dt float64, i int, c *inelastic.Change, l float64) {
	material, scale := &m.Materials[m.MaterialOf[i]], scaleOf(m, i, restScale)
	limits, rest := &material.Inelastic, m.RestLength[i]
	k, _ := coefficients(m, own, i)
	stretch := func() float64 {
		x := l - scale*c.RestLength
		if material.TensionOnly {
			x = max(x, 0)
		}
		return x
	}
	force := limits.YieldForce
	if limits.YieldStrain > 0 {
		force = k * limits.YieldStrain * rest
	}
	if excess := k*math.Abs(stretch()) - force - limits.Hardening*c.Plastic; force > 0 && excess > 0 {
		step := excess / (k + limits.Hardening)
		if stretch() < 0 {
			c.RestLength -= step / scale
		} else {
			c.RestLength += step / scale
		}
		c.Plastic += step
	}
	if h := limits.CreepHalfLife; h > 0 {
		c.RestLength += stretch() / scale * (1 - math.Exp2(-dt/h))
	}
	c.RestLength = max(c.RestLength, inelastic.Least*rest)
	c.RestLength = min(c.RestLength, inelastic.Largest*rest)
}

// tear lets a spring of length l lose stiffness and counts steps beyond its limit. It reports
// whether the spring tears; then its damage is that before.
func tear(m *model.Model, own []model.Coefficients, restScale []float64, i int, c *inelastic.Change, l float64) bool {
	scale := scaleOf(m, i, restScale)
	limits, rest := &m.Materials[m.MaterialOf[i]].Inelastic, scale*m.RestLength[i]
	k, _ := coefficients(m, own, i)
	strain := (l - rest) / rest
	if limits.TearStrain > 0 && strain >= limits.TearStrain || limits.TearForce > 0 && elastic(m, k, i, l-scale*c.RestLength) >= limits.TearForce {
		if c.Beyond >= limits.TearDelay {
			return true
		}
		c.Beyond++
		return false
	}
	c.Beyond = 0
	if e0, e1 := limits.DamageStrain, limits.TearStrain; e0 > 0 && strain > e0 {
		c.Damage = max(c.Damage, e1*(strain-e0)/(strain*(e1-e0)))
	}
	return false
}

// storedBy returns the elastic energy of a spring of length l [J].
func storedBy(m *model.Model, own []model.Coefficients, restScale []float64, i int, c *inelastic.Change, l float64) float64 {
	k, _ := coefficients(m, own, i)
	return (1 - c.Damage) * stored(m, k, i, l-scaleOf(m, i, restScale)*c.RestLength)
}

// coefficients returns k and c of spring i, without its changes.
func coefficients(m *model.Model, own []model.Coefficients, i int) (k, c float64) {
	if own != nil {
		return own[i].Stiffness, own[i].Damping
	}
	return m.Materials[m.MaterialOf[i]].Stiffness, m.Materials[m.MaterialOf[i]].Damping
}

// scaleOf returns L0(t)/L0 of spring i.
func scaleOf(m *model.Model, i int, restScale []float64) float64 {
	if restScale == nil || m.ActuatorOf == nil || m.ActuatorOf[i] == 0 {
		return 1
	}
	return restScale[m.ActuatorOf[i]-1]
}

// changed returns k and c of spring i without its changes, and with them its rest length in a state
// and the share of its force that its damage leaves.
func changed(m *model.Model, own []model.Coefficients, restScale []float64, s *State, i int) (k, c, rest, left float64) {
	k, c = coefficients(m, own, i)
	if len(s.Changes) == 0 || !m.Materials[m.MaterialOf[i]].Inelastic.Changes() {
		return k, c, RestLengthNow(m, i, restScale), 1
	}
	return k, c, scaleOf(m, i, restScale) * s.Changes[i].RestLength, 1 - s.Changes[i].Damage
}

// change runs the pass of that name with the positions at the end of a step and the drives as they
// are then, for the ledger.
func (e *Engine) change() {
	if len(e.state.Changes) == 0 {
		return
	}
	whole := e.held()
	plastic, fracture := Change(e.model, e.own, e.now.RestScale, e.params.DT, &e.state)
	if held := e.held(); held != whole {
		fracture += whole.Energy(e.state.Position) - held.Energy(e.state.Position)
	}
	fracture += e.spans.Tear(e.state.Changes, e.acting().Contacts, e.state.Position)
	if e.ledger != nil {
		e.ledger.sum.Plastic += plastic
		e.ledger.sum.Fracture += fracture
	}
}

// changeAfter is change of a step whose forces do not depend on its end.
func (e *Engine) changeAfter() {
	if len(e.state.Changes) > 0 {
		e.lookAhead(1)
		e.change()
	}
}

// airing holds the triangles on which wind blows and the forces on groups, as far as torn springs have cut
// nothing of them.
type airing struct {
	model  *model.Model // nil: they are to be found
	groups *Groups
	tears  model.Tears
}

// airing returns the model and the forces on groups for external forces in the current state.
func (e *Engine) airing() (*model.Model, *Groups) {
	if len(e.state.Changes) == 0 || !e.params.Wind.Blows() && len(e.params.Bends)+len(e.params.Pressures) == 0 {
		return e.model, e.groups
	}
	if a := &e.aired; a.tears.Follow(e.model, e.state.Changes) || a.model == nil {
		a.model, a.groups = e.model.Aired(e.state.Changes), NewGroups(e.model, e.model.Held(e.params, e.state.Changes))
	}
	return e.aired.model, e.aired.groups
}

// held returns the forces on groups that torn springs have not cut.
func (e *Engine) held() *Groups {
	_, groups := e.airing()
	return groups
}
