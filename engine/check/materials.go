package check

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/model/spring"
	"hooke/physics"
)

// perturbMaterial gives a material a damper, in its own vocabulary, and rounds the numbers
// that the palette of an engine holds.
func perturbMaterial(material *model.Material, meanMass, meanLength float64) {
	switch material.Vocabulary() {
	case model.Oscillator:
		if material.HalfLife == 0 && material.Frequency > 0 {
			material.DampingRatio = max(material.DampingRatio, perturbDamping/2)
		}
	case model.Normalized:
		tuned := &material.Normalized
		tuned.Damping = max(tuned.Damping, perturbDamping*math.Sqrt(tuned.Stiffness))
	default:
		stiffness := material.Stiffness
		if material.AxialRigidity > 0 {
			stiffness = material.AxialRigidity / meanLength
		}
		material.Stiffness = round(material.Stiffness)
		if material.DampingRatio > 0 {
			material.DampingRatio = max(material.DampingRatio, perturbDamping/2)
			return
		}
		material.Damping = round(max(material.Damping, perturbDamping*math.Sqrt(stiffness*meanMass)))
	}
}

// everyMaterial returns the perturbed case with seven in eight springs made of other
// materials: of each vocabulary, plain and tension-only, about as stiff as the
// case's own. Dampers are strong enough to push where a cable must not. Every
// third spring has some stiffness and damping of its own besides.
func (st *perturbed) everyMaterial() *perturbed {
	kinds := st.kinds()
	out, m := *st, *st.model
	if len(m.Materials)+len(kinds) > math.MaxUint16 {
		return st // a full palette, of another proof
	}
	own := uint16(len(m.Materials))
	m.Materials = append(slices.Clone(m.Materials), kinds...)
	m.MaterialOf = slices.Clone(m.MaterialOf)
	for s := range m.MaterialOf {
		kind := uint16(s % (len(kinds) + 1))
		if s >= m.StructuralCount() {
			break // attachments stay cables
		}
		if kind == uint16(len(kinds)) || m.MaterialOf[s] == model.Removed || m.RestLength[s] == 0 {
			continue
		}
		m.MaterialOf[s] = own + kind
	}
	if m.Own = slices.Clone(m.Own); m.Own == nil {
		m.Own = make([]model.Coefficients, len(m.Ends))
	}
	for s := range m.Own {
		if s%3 == 1 {
			m.Own[s].Stiffness += round(kinds[0].Stiffness / 4)
			m.Own[s].Damping += round(kinds[0].Damping / 4)
		}
	}
	out.model = &m
	out.resolve()
	return &out
}

// kinds returns the materials of everyMaterial, from the mean stiffness, mass and
// length of the case.
func (st *perturbed) kinds() []model.Material {
	k, count := 0.0, 0
	for s := range st.model.Ends {
		if own := st.coefficients(s).Stiffness; own > 0 {
			k, count = k+own, count+1
		}
	}
	if count == 0 {
		k, count = 1, 1
	}
	k = round(k / float64(count))
	mass := meanOf(st.model.Mass)
	damping := round(10 * perturbDamping * math.Sqrt(k*mass))
	rigidity := k * max(meanOf(st.model.RestLength), math.SmallestNonzeroFloat32)
	frequency := spring.FrequencyFromStiffness(k / mass)
	return []model.Material{
		{Name: "cable", Stiffness: k, Damping: damping, TensionOnly: true},
		{Name: "rod", AxialRigidity: rigidity, Damping: damping},
		{Name: "tendon", AxialRigidity: rigidity, Damping: damping, TensionOnly: true},
		{Name: "ratio", Frequency: frequency, DampingRatio: 0.5},
		{Name: "half-life", Frequency: frequency, HalfLife: 1 / frequency, TensionOnly: true},
		{Name: "normalized", Normalized: spring.Normalized{Stiffness: 0.01, Damping: 0.1}},
		{Name: "capped", Normalized: spring.Normalized{Stiffness: 1, Damping: 1}, TensionOnly: true},
	}
}

// damper returns the size of the force of the damper of a spring whose ends part at up to a rate [m/s] [N].
func (st *perturbed) damper(spring int, rate float64) float64 {
	return st.coefficients(spring).Damping * rate
}

// itself returns the perturbed case as it is.
func (st *perturbed) itself() *perturbed { return st }

// undampCables takes the dampers of tension-only materials away.
func (st *perturbed) undampCables() {
	for i, material := range st.model.Materials {
		if material.TensionOnly {
			st.model.Materials[i] = material.Undamped()
		}
	}
	st.model.Own = slices.Clone(st.model.Own)
	for s := range st.model.Own {
		if st.model.Materials[st.model.MaterialOf[s]].TensionOnly {
			st.model.Own[s].Damping = 0
		}
	}
	st.resolve()
}

// resolve sets k and c per spring, and the scales of rest lengths, from the model and the
// parameters.
func (st *perturbed) resolve() {
	st.own = physics.NewResolver(st.model, st.params.DT).All(nil)
	st.restScale = st.scale()
}

// meanOf returns the mean of values, or 1 without values.
func meanOf(values []float64) float64 {
	if len(values) == 0 {
		return 1
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// materials checks the spring pass on springs of every kind of material, in all
// vocabularies, tension-only ones too, whatever the case itself has.
func (t *trial) materials() error {
	if !t.slackens() {
		return nil
	}
	st := t.perturb(1).everyMaterial()
	s, err := t.subject(st.model, st.params, st.state)
	if err != nil {
		return err
	}
	defer s.Close()
	if name := integratePassOf(s); name == "fused-integrate" {
		return t.integratePass("pass materials", s, st, name)
	}
	if slices.Contains(s.Passes(), resident) {
		st.undampCables() // see steps
		st.undampGround()
		return t.stepParity("step parity, materials", st, 1, stepTolerance)
	}
	if !slices.Contains(s.Passes(), "spring-force") {
		return nil
	}
	return t.springForcePass(s, "pass materials", (*perturbed).everyMaterial)
}
