package check

import (
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/spring"
)

// alteration changes a field of a copy of the inputs of an engine. It must not write through the slices of m
// and p, which Check continues using.
type alteration func(m *model.Model, p *model.Params)

// fieldUse says how Check sees one field, "Type.Field".
type fieldUse struct {
	field   string
	altered alteration // nil: the field does nothing in a step, for the reason given
	reason  string
}

func fieldUses() []fieldUse {
	const name = "a name is for people"
	const divides = "of solvers that divide a step, which Check does not step with here"
	up := model.Vec3{0, 0, 1}
	return append([]fieldUse{
		{"Model.Name", nil, name},
		{"Model.RestPosition", nil, "a state replaces it: Check resets engines to one"},
		{"Model.Mass", func(m *model.Model, _ *model.Params) {
			m.Mass = slices.Clone(m.Mass)
			for i := range m.Mass {
				m.Mass[i] *= 1.01
			}
		}, ""},
		{"Model.Pin", func(m *model.Model, _ *model.Params) { m.Pin = nil }, ""},
		{"Model.Ends", func(m *model.Model, _ *model.Params) {
			m.Ends = slices.Clone(m.Ends)
			for s, ends := range m.Ends {
				m.Ends[s] = model.Ends{ends[0], (ends[1] + 1) % uint32(len(m.Mass))}
				if m.Ends[s][0] == m.Ends[s][1] {
					m.Ends[s] = ends
				}
			}
		}, ""},
		{"Model.RestLength", func(m *model.Model, _ *model.Params) {
			m.RestLength = slices.Clone(m.RestLength)
			for s := range m.RestLength {
				m.RestLength[s] *= 1.001
			}
		}, ""},
		{"Model.MaterialOf", func(m *model.Model, _ *model.Params) { m.MaterialOf = make([]uint16, len(m.MaterialOf)) }, ""},
		{"Model.Materials", materials(func(k *model.Material) { *k = model.Material{} }), ""},
		{"Model.Groups", nil, "groups are for people and scene files"},
		{"Model.ActuatorOf", func(m *model.Model, _ *model.Params) { m.ActuatorOf = nil }, ""},
		{"Model.Triangles", func(m *model.Model, _ *model.Params) { m.Triangles = m.Triangles[len(m.Triangles)/2:] }, ""},
		{"Model.Own", func(m *model.Model, _ *model.Params) { m.Own = nil }, ""},
		{"Model.Segments", nil, divides},
		{"Model.Attachments", nil, divides},
		{"Model.Skin", nil, "a skin is drawn and does nothing in a step"},

		{"Coefficients.Stiffness", own(func(c *model.Coefficients) { c.Stiffness *= 1.1 }), ""},
		{"Coefficients.Damping", own(func(c *model.Coefficients) { c.Damping *= 1.1 }), ""},

		{"Skin.Masses", nil, "a skin is drawn and does nothing in a step"},
		{"Skin.Weights", nil, "a skin is drawn and does nothing in a step"},
		{"Skin.Triangles", nil, "a skin is drawn and does nothing in a step"},

		{"Params.DT", params(func(p *model.Params) { p.DT *= 1.01 }), ""},
		{"Params.Gravity", params(func(p *model.Params) { p.Gravity = p.Gravity.Mul(0.99) }), ""},
		{"Params.DragKept", params(func(p *model.Params) { p.DragHalfLife, p.DragKept = 0, 0.5 }), ""},
		{"Params.DragHalfLife", params(func(p *model.Params) { p.DragHalfLife = 0 }), ""},
		{"Params.Contacts", params(func(p *model.Params) { p.Contacts = nil }), ""},
		{"Params.Integrator", params(func(p *model.Params) { p.Integrator = model.ExplicitEuler }), ""},
		{"Params.Substeps", nil, divides},
		{"Params.Iterations", nil, divides},
		{"Params.Forward", nil, divides},
		{"Params.Warm", nil, divides},
		{"Params.Tolerance", nil, divides},
		{"Params.Clamps", nil, divides},
		{"Params.Actuators", params(func(p *model.Params) { p.Actuators = nil }), ""},
		{"Params.Forces", params(func(p *model.Params) { p.Forces = nil }), ""},
		{"Params.MassFactors", nil, "engines take it into the model: the tests of inputs of masses of package control"},
		{"Params.Spins", params(func(p *model.Params) { p.Spins = nil }), ""},
		{"Params.Orients", params(func(p *model.Params) { p.Orients = nil }), ""},
		{"Params.Tracks", params(func(p *model.Params) { p.Tracks = nil }), ""},
		{"Params.Matchings", params(func(p *model.Params) { p.Matchings = nil }), ""},
		{"Params.Limits", params(func(p *model.Params) { p.Limits = nil }), ""},
		{"Params.Bends", params(func(p *model.Params) { p.Bends = nil }), ""},
		{"Params.Motors", params(func(p *model.Params) { p.Motors = nil }), ""},
		{"Params.Handles", params(func(p *model.Params) { p.Handles = nil }), ""},
		{"Params.QuadraticDrag", params(func(p *model.Params) { p.QuadraticDrag *= 1.01 }), ""},
		{"Params.Wind", params(func(p *model.Params) { p.Wind.Velocity = p.Wind.Velocity.Mul(1.01) }), ""},
		{"Params.Guides", params(func(p *model.Params) { p.Guides = nil }), ""},
		{"Params.Ledger", params(func(p *model.Params) { p.Ledger = false }), ""},

		{"Force.Name", nil, name},
		{"Force.Masses", each(forcesOf, func(f *model.Force) { f.Masses = f.Masses[:len(f.Masses)/2] }), ""},
		{"Force.Force", each(forcesOf, func(f *model.Force) { f.Force = f.Force.Mul(1.01) }), ""},
		{"Force.Table", each(forcesOf, func(f *model.Force) { f.Table = model.Curve{} }), ""},

		{"Spin.Name", nil, name},
		{"Spin.Masses", each(spinsOf, func(s *model.Spin) { s.Masses = s.Masses[:len(s.Masses)/2] }), ""},
		{"Spin.Axis", each(spinsOf, func(s *model.Spin) { s.Axis = s.Axis.Mul(-1) }), ""},
		{"Spin.Speed", each(spinsOf, func(s *model.Spin) { s.Speed *= 1.5 }), ""},
		{"Spin.Table", each(spinsOf, func(s *model.Spin) { s.Table = model.Curve{} }), ""},
		{"Spin.Damping", each(spinsOf, func(s *model.Spin) { s.Damping *= 1.5 }), ""},
		{"Spin.Limit", each(spinsOf, func(s *model.Spin) { s.Limit = 0 }), ""},
		{"Params.Water", params(func(p *model.Params) { p.Water = model.Water{} }), ""},
		{"Water.Density", wet(func(w *model.Water) { w.Density *= 1.5 }), ""},
		{"Water.Level", wet(func(w *model.Water) { w.Level -= 3 * w.Wave }), ""},
		{"Water.Drag", wet(func(w *model.Water) { w.Drag *= 2 }), ""},
		{"Water.Damping", wet(func(w *model.Water) { w.Damping *= 100 }), ""},
		{"Water.Velocity", wet(func(w *model.Water) { w.Velocity = w.Velocity.Mul(-2) }), ""},
		{"Water.Wave", wet(func(w *model.Water) { w.Wave = 0 }), ""},
		{"Water.WaveLength", wet(func(w *model.Water) { w.WaveLength *= 1.5 }), ""},
		{"Water.WaveDirection", wet(func(w *model.Water) { w.WaveDirection = w.WaveDirection.Mul(-1) }), ""},
		{"Water.WaveOrigin", wet(func(w *model.Water) { w.WaveOrigin[0] += w.WaveLength / 2 }), ""},
		{"Water.Bodies", wet(func(w *model.Water) { w.Bodies = nil }), ""},
		{"Displaced.Masses", wet(func(w *model.Water) { w.Bodies[0].Masses = w.Bodies[0].Masses[:1] }), ""},
		{"Displaced.Density", wet(func(w *model.Water) { w.Bodies[0].Density *= 1.5 }), ""},
		{"Params.Pressures", params(func(p *model.Params) { p.Pressures = nil }), ""},
		{"Params.Areas", params(func(p *model.Params) { p.Areas = nil }), ""},
		{"Pressure.Name", nil, name},
		{"Pressure.Masses", nil, "a skin is closed or refused: TestPressure of package cpuref"},
		{"Pressure.Kind", each(pressuresOf, func(s *model.Pressure) { s.Kind = model.ConstantPressure }), ""},
		{"Pressure.Pressure", each(pressuresOf, func(s *model.Pressure) { s.Pressure *= 1.1 }), ""},
		{"Pressure.Exponent", each(pressuresOf, func(s *model.Pressure) { s.Exponent *= 1.5 }), ""},
		{"Pressure.Bulk", each(pressuresOf, func(s *model.Pressure) { s.Bulk *= 2 }), ""},
		{"Area.Name", nil, name},
		{"Area.Masses", each(areasOf, func(a *model.Area) { a.Masses = nil }), ""},
		{"Area.Stiffness", each(areasOf, func(a *model.Area) { a.Stiffness *= 1.5 }), ""},
		{"Area.Damping", each(areasOf, func(a *model.Area) { a.Damping *= 1.5 }), ""},
		{"Orient.Name", nil, name},
		{"Orient.Masses", each(orientsOf, func(o *model.Orient) { o.Masses = o.Masses[:len(o.Masses)/2] }), ""},
		{"Orient.Turn", each(orientsOf, func(o *model.Orient) { o.Turn = o.Turn.Mul(1.5) }), ""},
		{"Orient.Table", each(orientsOf, func(o *model.Orient) { o.Table = model.Curve{} }), ""},
		{"Orient.Up", each(orientsOf, func(o *model.Orient) { o.Up = o.Up.Mul(-1) }), ""},
		{"Orient.Axis", each(orientsOf, func(o *model.Orient) { o.Axis = model.Vec3{} }), ""},
		{"Orient.Stiffness", each(orientsOf, func(o *model.Orient) { o.Stiffness *= 1.5 }), ""},
		{"Orient.Damping", each(orientsOf, func(o *model.Orient) { o.Damping *= 1.5 }), ""},
		{"Orient.Torsion", each(orientsOf, func(o *model.Orient) { o.Torsion *= 1.5 }), ""},
		{"Orient.Drag", each(orientsOf, func(o *model.Orient) { o.Drag *= 1.5 }), ""},
		{"Orient.Limit", each(orientsOf, func(o *model.Orient) { o.Limit /= 2 }), ""},

		{"Track.Name", nil, name},
		{"Track.Masses", each(tracksOf, func(k *model.Track) { k.Masses = k.Masses[:len(k.Masses)/2] }), ""},
		{"Track.Target", each(tracksOf, func(k *model.Track) { k.Target = nil }), ""},
		{"Track.Follows", each(tracksOf, func(k *model.Track) { k.Follows = false }), ""},
		{"Track.Mass", each(tracksOf, func(k *model.Track) { k.Mass += 3 }), ""},
		{"Track.Path", each(tracksOf, func(k *model.Track) { k.Path.Velocity = k.Path.Velocity.Mul(-1) }), ""},
		{"Track.Lag", each(tracksOf, func(k *model.Track) { k.Lag = !k.Lag }), ""},
		{"Track.Stiffness", each(tracksOf, func(k *model.Track) { k.Stiffness *= 1.5 }), ""},
		{"Track.Damping", each(tracksOf, func(k *model.Track) { k.Damping *= 1.5 }), ""},
		{"Track.Limit", each(tracksOf, func(k *model.Track) { k.Limit = 0 }), ""},

		{"Matching.Name", nil, name},
		{"Matching.Masses", each(matchingsOf, func(s *model.Matching) { s.Masses = s.Masses[:len(s.Masses)/2] }), ""},
		{"Matching.Stiffness", each(matchingsOf, func(s *model.Matching) { s.Stiffness *= 1.5 }), ""},
		{"Matching.Damping", each(matchingsOf, func(s *model.Matching) { s.Damping *= 1.5 }), ""},

		{"Limit.Name", nil, name},
		{"Limit.Points", each(limitsOf, func(l *model.Limit) { l.Points = l.Points[:3] }), ""},
		{"Limit.Min", each(limitsOf, func(l *model.Limit) { l.Min -= 0.1 }), ""},
		{"Limit.Max", each(limitsOf, func(l *model.Limit) { l.Max += 0.1 }), ""},
		{"Limit.Stiffness", each(limitsOf, func(l *model.Limit) { l.Stiffness *= 1.5 }), ""},
		{"Limit.Damping", each(limitsOf, func(l *model.Limit) { l.Damping = 0 }), ""},
		{"Bend.Name", nil, name},
		{"Bend.Hinges", each(bendsOf, func(b *model.Bend) { b.Hinges = b.Hinges[:len(b.Hinges)/2] }), ""},
		{"Hinge.Masses", hinges(func(h *model.Hinge) { h.Masses[1], h.Masses[2] = h.Masses[2], h.Masses[1] }), ""},
		{"Hinge.Stiffness", hinges(func(h *model.Hinge) { h.Stiffness *= 3 }), ""}, // the factor that some papers have
		{"Hinge.Damping", hinges(func(h *model.Hinge) { h.Damping = 0 }), ""},
		{"Hinge.Rest", hinges(func(h *model.Hinge) { h.Rest = 0 }), ""},
		{"Motor.Name", nil, name},
		{"Motor.Masses", each(motorsOf, func(m *model.Motor) { m.Masses = m.Masses[:len(m.Masses)/2] }), ""},
		{"Motor.Axis", each(motorsOf, func(m *model.Motor) { m.Axis = m.Axis.Mul(-1) }), ""},
		{"Motor.Speed", each(motorsOf, func(m *model.Motor) { m.Speed *= 1.01 }), ""},
		{"Motor.Table", each(motorsOf, func(m *model.Motor) { m.Table = model.Curve{} }), ""},
		{"Motor.Damping", each(motorsOf, func(m *model.Motor) { m.Damping *= 1.01 }), ""},
		{"Motor.Limit", each(motorsOf, func(m *model.Motor) { m.Limit = 0 }), ""},

		{"Handle.Mass", each(handlesOf, func(h *model.Handle) { h.Mass++ }), ""},
		{"Handle.Target", each(handlesOf, func(h *model.Handle) { h.Target = h.Target.Mul(1.01) }), ""},
		{"Handle.TargetVelocity", each(handlesOf, func(h *model.Handle) { h.TargetVelocity = model.Vec3{} }), ""},
		{"Handle.Stiffness", each(handlesOf, func(h *model.Handle) { h.Stiffness *= 1.01 }), ""},
		{"Handle.Damping", each(handlesOf, func(h *model.Handle) { h.Damping *= 1.01 }), ""},

		{"Wind.Velocity", params(func(p *model.Params) { p.Wind.Velocity = p.Wind.Velocity.Mul(1.01) }), ""},
		{"Wind.Gust", params(func(p *model.Params) { p.Wind.Gust = 0 }), ""},
		{"Wind.GustTime", params(func(p *model.Params) { p.Wind.GustTime /= 40 }), ""},
		{"Wind.Seed", params(func(p *model.Params) { p.Wind.Seed++ }), ""},
		{"Wind.AirDensity", params(func(p *model.Params) { p.Wind.AirDensity *= 1.01 }), ""},
		{"Wind.Drag", params(func(p *model.Params) { p.Wind.Drag *= 1.01 }), ""},
		{"Wind.Lift", params(func(p *model.Params) { p.Wind.Lift *= 1.01 }), ""},

		{"Guide.Name", nil, name},
		{"Guide.Kind", each(guidesOf, func(g *model.Guide) {
			if g.Kind != model.OnPath {
				g.Kind = model.OnLine + model.OnPlane - g.Kind
			}
		}), ""},
		{"Guide.Masses", each(guidesOf, func(g *model.Guide) { g.Masses = g.Masses[:len(g.Masses)/2] }), ""},
		{"Guide.Direction", each(guidesOf, func(g *model.Guide) { g.Direction = up }), ""},
		{"Guide.Point", each(guidesOf, func(g *model.Guide) { g.Point = &model.Vec3{1, 2, 3} }), ""},
		{"Guide.Path", each(guidesOf, func(g *model.Guide) { g.Path = model.Path{} }), ""},

		{"Path.Velocity", each(guidesOf, func(g *model.Guide) { g.Path.Velocity = g.Path.Velocity.Mul(1.01) }), ""},
		{"Path.Amplitude", each(guidesOf, func(g *model.Guide) { g.Path.Amplitude = g.Path.Amplitude.Mul(1.01) }), ""},
		{"Path.Wave", nil, "the offset is evaluated on the host, by model.Path.At alone"},
		{"Path.Frequency", each(guidesOf, func(g *model.Guide) { g.Path.Frequency *= 1.1 }), ""},
		{"Path.Phase", each(guidesOf, func(g *model.Guide) { g.Path.Phase += 0.1 }), ""},
		{"Path.Cycle", nil, "the offset is evaluated on the host, by model.Path.At alone"},
		{"Path.Table", each(guidesOf, func(g *model.Guide) { g.Path.Table = nil }), ""},
		{"PathPoint.Time", nil, "the offset is evaluated on the host, by model.Path.At alone"},
		{"PathPoint.Offset", nil, "the offset is evaluated on the host, by model.Path.At alone"},

		{"Material.Name", nil, name},
		{"Material.Stiffness", materials(func(k *model.Material) { k.Stiffness *= 1.01 }), ""},
		{"Material.Damping", materials(func(k *model.Material) { k.Damping *= 1.01 }), ""},
		{"Material.AxialRigidity", materials(func(k *model.Material) { k.AxialRigidity *= 1.01 }), ""},
		{"Material.Frequency", materials(func(k *model.Material) { k.Frequency *= 1.01 }), ""},
		{"Material.DampingRatio", materials(func(k *model.Material) { k.DampingRatio *= 1.01 }), ""},
		{"Material.HalfLife", materials(func(k *model.Material) { k.HalfLife *= 1.01 }), ""},
		{"Material.Normalized", materials(func(k *model.Material) { k.Normalized = spring.Normalized{} }), ""},
		{"Material.Rigid", nil, divides},
		{"Material.Rod", nil, divides},
		{"Material.PBDStiffness", nil, divides},
		{"Material.Inelastic", nil, "the conformance suite compares it with the reference"},
		{"Material.TensionOnly", materials(func(k *model.Material) { k.TensionOnly = false }), ""},

		{"Contact.Shape", contacts(func(c *model.Contact) { c.Shape = model.Sphere{Radius: 1e-3} }), ""},
		{"Contact.Inside", contacts(func(c *model.Contact) { c.Inside = false }), ""},
		{"Contact.Stiffness", contacts(func(c *model.Contact) { c.Stiffness *= 1.01 }), ""},
		{"Contact.Damping", contacts(func(c *model.Contact) { c.Damping = 0 }), ""},
		{"Contact.StaticFriction", contacts(func(c *model.Contact) { c.StaticFriction *= 2 }), ""},
		{"Contact.Touches", contacts(func(c *model.Contact) { c.Touches = min(c.Touches, model.TouchSprings) }), ""},
		{"Contact.KineticFriction", contacts(func(c *model.Contact) { c.KineticFriction *= 0.98 }), ""},

		{"Contact.Trajectory", contacts(func(c *model.Contact) { c.Trajectory = nil }), ""},
		{"Trajectory.Path", trajectories(func(k *model.Trajectory) { k.Path.Velocity = model.Vec3{} }), ""},
		{"Trajectory.Spin", trajectories(func(k *model.Trajectory) { k.Spin = model.Vec3{} }), ""},
		{"Trajectory.Rate", trajectories(func(k *model.Trajectory) { k.Rate = model.Curve{} }), ""},
		{"Trajectory.Pivot", trajectories(func(k *model.Trajectory) { k.Pivot = nil }), ""},
		{"Trajectory.Belt", trajectories(func(k *model.Trajectory) { k.Belt = model.Vec3{} }), ""},

		{"Plane.Normal", shapes(func(s *model.Plane) { s.Normal = up }), ""},
		{"Plane.Offset", shapes(func(s *model.Plane) { s.Offset *= 1.01 }), ""},
		{"Sphere.Center", shapes(func(s *model.Sphere) { s.Center = s.Center.Mul(1.01) }), ""},
		{"Sphere.Radius", shapes(func(s *model.Sphere) { s.Radius *= 1.01 }), ""},
		{"Box.Center", shapes(func(s *model.Box) { s.Center = s.Center.Mul(1.01) }), ""},
		{"Box.Half", shapes(func(s *model.Box) { s.Half = s.Half.Mul(1.01) }), ""},
		{"Box.Orientation", shapes(func(s *model.Box) { s.Orientation = mgl64.QuatIdent() }), ""},
		{"Capsule.A", shapes(func(s *model.Capsule) { s.A = s.A.Mul(1.01) }), ""},
		{"Capsule.B", shapes(func(s *model.Capsule) { s.B = s.B.Mul(1.01) }), ""},
		{"Capsule.Radius", shapes(func(s *model.Capsule) { s.Radius *= 1.01 }), ""},

		{"Actuator.Name", nil, name},
		{"Actuator.Wave", actuators(func(a *model.Actuator) { a.Wave = model.Sine }), ""},
		{"Actuator.Amplitude", actuators(func(a *model.Actuator) { a.Amplitude *= 1.01 }), ""},
		{"Actuator.Frequency", actuators(func(a *model.Actuator) { a.Frequency = 0 }), ""},
		{"Actuator.Phase", actuators(func(a *model.Actuator) { a.Phase += 0.1 }), ""},
		{"Actuator.Table", actuators(func(a *model.Actuator) {
			if a.Wave == model.Table {
				a.Table = model.Curve{At: []float64{0}, Value: []float64{0}}
			}
		}), ""},
		{"Actuator.HalfLife", actuators(func(a *model.Actuator) { a.HalfLife = 0 }), ""},
	}, append(perMassUses(), pairUses()...)...)
}
