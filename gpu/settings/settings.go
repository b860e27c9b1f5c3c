package settings

import (
	"slices"
	"strconv"

	"hooke/gpu/options"
	"hooke/gpu/table"
	"hooke/laws/material"
	"hooke/model"
	"hooke/order"
	"hooke/physics"
	"hooke/shaders"
)

// Settings are the parameters of a run, with all that the engine computes from them once.
// SetParams replaces them.
type Settings struct {
	Params   model.Params // with the step of the run; masses have the numbers of the model
	Ordered  model.Params // the same parameters; masses have the numbers of the device
	Signals  SignalLayout
	Classes  Classes          // of masses in contacts PerMass; nil: none
	Variant  []shaders.Define // variant of the kernels; see Variant
	Response *table.Response  // response of the springs in that step; nil: the response on the device is of the same step
}

// WithStep returns parameters that have a step: where p.DT is zero, physics.AutoStep
// chooses it.
func WithStep(m *model.Model, p model.Params) model.Params {
	if p.DT == 0 {
		p.DT = physics.AutoStep(m, p)
	}
	return p
}

// New makes the settings of parameters with a step, for masses in an order, of classes, and
// in a precision. It leaves Response nil.
func New(m *model.Model, masses *order.Order, classes Classes, params model.Params, precision options.Precision) Settings {
	params = params.Clone()
	return Settings{Params: params, Ordered: masses.Params(params), Signals: SignalLayoutOf(params), Classes: classes,
		Variant: append(Variant(m, params, precision), classes.define(params))}
}

// Variant returns the variant of the kernels that a run needs, as the defines of its shaders:
//
//	PRECISION     the number of the precision
//	COEFFICIENTS  1 when each spring has k and c of its own, and in every precision but single
//	ACTUATORS     1 when springs change their rest length
//	CONTACTS      0 when there is nothing to bump into
//	MOVING        1 when a contact moves
//	FRICTION      0 when no contact has friction
//	EXPLICIT      1 for explicit Euler
//	INTEGRATOR    the number of the integrator; variants have passes of their own by it
//	LOADS         1 when there are external forces, or contacts push edges and triangles, or those collide
//	WIND          1 when wind is one of them
//	PAIRS         there when masses collide with masses, and only then
//	PAIR_FRICTION there when they have friction: how often it is evaluated in a step
//
// Those of material.Cases come to them, of the law of springs. New adds NORMALIZED, the number of classes of masses in contacts PerMass, 0 without any.
func Variant(m *model.Model, p model.Params, precision options.Precision) []shaders.Define {
	defines := []shaders.Define{{Name: "PRECISION", Value: strconv.Itoa(int(precision))}}
	for _, c := range material.Cases() {
		defines = append(defines, shaders.Define{Name: c.Name, Value: shaders.OnOff(c.In(m))})
	}
	defines = append(defines, []shaders.Define{
		{Name: "COEFFICIENTS", Value: shaders.OnOff(m.PerSpring() || precision != options.Single)},
		{Name: "ACTUATORS", Value: shaders.OnOff(m.ActuatorOf != nil && len(p.Actuators) > 0)},
		{Name: "CONTACTS", Value: shaders.OnOff(len(p.Contacts) > 0)},
		{Name: "MOVING", Value: shaders.OnOff(p.Moving())},
		{Name: "FRICTION", Value: shaders.OnOff(HasFriction(p))},
		{Name: "EXPLICIT", Value: shaders.OnOff(p.Integrator == model.ExplicitEuler)},
		{Name: "INTEGRATOR", Value: strconv.Itoa(int(p.Integrator))},
		{Name: "LOADS", Value: shaders.OnOff(External(p))},
		{Name: "WIND", Value: shaders.OnOff(p.Wind.Blows())},
	}...)
	if p.Collision.Masses() {
		defines = append(defines, shaders.Define{Name: "PAIRS", Value: "1"})
	}
	if p.Collision.Masses() && p.Collision.HasFriction() {
		defines = append(defines, shaders.Define{Name: "PAIR_FRICTION", Value: strconv.Itoa(p.Collision.Iterations())})
	}
	return defines
}

// External reports whether masses have an external force: of loads, or of edges and triangles that contacts push
// or that collide, which are forces unless a solver divides steps.
func External(p model.Params) bool {
	return p.Loaded() || (p.Spans() > model.TouchMasses || p.Collision.Spans()) && !p.Integrator.Method().Divides
}

// HasFriction reports whether any contact has friction.
func HasFriction(p model.Params) bool {
	return slices.ContainsFunc(p.Contacts, func(c model.Contact) bool { return c.StaticFriction > 0 })
}
