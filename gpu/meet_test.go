package gpu

import (
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// meetPipelines are those of runs in which springs and triangles collide.
var meetPipelines = []string{options.TwoPass, options.Fused}

// A spring that hits another one, and a mass that hits a triangle, have the velocities of the closed form, and touch for
// π √(m_q/kc): two springs exchange them, and a mass turns back with half of its own.
func TestPartsHitEachOther(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range []struct {
		of      func(model.Surface) (*model.Model, model.Params, *model.State)
		reduced float64
		end     [2]float64 // of the first and the last mass [m/s]
	}{{modeltest.CrossedSprings, 0.1, [2]float64{-1, 0}}, {modeltest.OnTriangle, 0.075, [2]float64{-0.5, 0.5}}} {
		m, p, start := c.of(model.Surface{})
		e := must.Get(New(ctx, m, p, Options{}))(t)
		must.Do(t, e.Reset(start))
		last, touching := m.MassCount()-1, 0
		var s model.State
		for range 900 {
			must.Do(t, e.Step(5))
			must.Do(t, e.ReadState(&s))
			if s.Position[last][2]-s.Position[0][2] < modeltest.StruckReach {
				touching++
			}
		}
		must.Do(t, e.Finish())
		must.Near(t, s.Velocity[0][2], c.end[0], 2e-3, "%s: m/s of the one that was hit", m.Name)
		must.Near(t, s.Velocity[last][2], c.end[1], 2e-3, "%s: m/s of the one that flew", m.Name)
		must.Near(t, float64(5*touching)*p.DT, math.Pi*math.Sqrt(c.reduced/modeltest.StruckStiffness), 1e-4, "%s: s of touch", m.Name)
		e.Close()
	}
}

// Parts of structures that collide move as in the reference, which tries all pairs, by all solvers and in both pipelines, and
// so does their energy. The short form has two solvers.
func TestPartsMeetAsInTheReference(t *testing.T) {
	ctx := gltest.New(t)
	for k, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4, model.ExplicitEuler}[:must.Sized(2, 4)] {
		m, p, start := modeltest.Strewn()
		p.Integrator = integrator
		e := must.Open(New(ctx, m, p, Options{Pipeline: meetPipelines[k%2]}))(t)
		ref := must.Get(cpuref.New(m, p))(t)
		modeltest.StepFrom(t, e, start, 100)
		modeltest.StepFrom(t, ref, start, 100)
		most, way := offBy(t, e, ref.State().Position, start, 100*p.DT)
		if most > 1e-5 || way < 1e-3 {
			t.Errorf("%v: positions are %g m apart, and %g m from where masses would be without forces", integrator, most, way)
		}
		a, b := must.Get(e.Energy())(t), must.Get(ref.Energy())(t)
		must.Near(t, a.Contact, b.Contact, 1e-3*b.Contact, "%v: energy of contacts [J]", integrator)
		must.Hold(t, b.Contact > 1e-6, "%v: %g J in contacts", integrator, b.Contact)
	}
}

// offBy returns how far positions are from those of another state, and these from where masses would be at a time [s]
// without forces [m].
func offBy(t *testing.T, e *Engine, want []model.Vec3, start *model.State, time float64) (most, way float64) {
	t.Helper()
	var got model.State
	must.Do(t, e.ReadState(&got))
	for i, x := range want {
		most = max(most, got.Position[i].Sub(x).Len())
		way = max(way, x.Sub(start.Position[i].Add(start.Velocity[i].Mul(time))).Len())
	}
	return most, way
}

// Masses that collide with masses, springs and triangles at once, under contacts with friction, wind and a load, move as in the
// reference. The short form has one pipeline.
func TestPartsMeetBesideOtherForces(t *testing.T) {
	ctx := gltest.New(t)
	for _, pipeline := range meetPipelines[must.Sized(1, 0):] {
		m, p, start := modeltest.Strewn()
		p.Collision.Touches = model.CollidingMasses | model.CollidingSprings | model.CollidingTriangles
		p.Wind = model.Wind{Velocity: model.Vec3{0, 2, 1}, Drag: 1}
		p.Forces = []model.Force{{Masses: []uint32{3, 60}, Force: model.Vec3{0.01}}}
		p.Contacts = []model.Contact{model.Ground(-0.02, 100, 0.01).WithFriction(0.4, 0.3), {Shape: model.Sphere{Center: model.Vec3{0.15, 0.15, -0.06}, Radius: 0.05}, Stiffness: 80, Touches: model.TouchTriangles}}
		e := must.Open(New(ctx, m, p, Options{Pipeline: pipeline}))(t)
		ref := must.Get(cpuref.New(m, p))(t)
		modeltest.StepFrom(t, e, start, 100)
		modeltest.StepFrom(t, ref, start, 100)
		if most, _ := offBy(t, e, ref.State().Position, start, 0); most > 1e-5 {
			t.Errorf("%s: positions are %g m apart", pipeline, most)
		}
	}
}

// Shaders that are wrong in one way differ from the reference by far more than rounding does.
func TestFaultsOfPartsAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	const steps = 60
	m, p, start := modeltest.Strewn()
	p.Collision.FrictionIterations = 3
	ref := must.Get(cpuref.New(m, p))(t)
	modeltest.StepFrom(t, ref, start, steps)
	for name, f := range map[string][3]string{
		"nothing":                  {"meet.comp", "f = pushed", "f = pushed"},
		"one end of a spring":      {"meet.comp", "t.share.w * f", "0.0 * f"},
		"no damper":                {"meet.glsl", "pairDamping(of.ratios", "pairDamping(0.0"},
		"m_q of one mass":          {"meet.glsl", "dot(t.share * t.share, ", "dot(t.share, "},
		"D of a thousandth less":   {"meet.glsl", "between / distance, of.reach - distance", "between / distance, 0.999 * of.reach - distance"},
		"middles of springs":       {"meet.glsl", "betweenSegments(vec3(0.0), u, c, d)", "vec3(0.5, 0.5, 0.0)"},
		"all near triangles":       {"meet_triangle.glsl", "distance < own || distance == own && l < p", "false"},
		"corners in another order": {"meet_triangle.glsl", "vec4(1.0, -share)", "vec4(1.0, -share.yzx)"},
		"friction of one touch":    {"meet.comp", "float(max(most, 1u))", "1.0"},
		"all friction each pass":   {"meet.comp", "DT / float(SPAN_FRICTION)", "DT"},
		"friction drives":          {"meet.comp", "f = -frictionOf", "f = frictionOf"},
		"triangles pull":           {"meet_triangle.glsl", "float(side) / size * n", "-float(side) / size * n"},
	} {
		wrong := gltest.Mutated(t, f[0], f[1], f[2])
		if name != "nothing" && name != "no damper" && !must.Long() {
			continue
		}
		e := must.Get(New(ctx, m, p, Options{Shaders: wrong}))(t)
		modeltest.StepFrom(t, e, start, steps)
		most, _ := offBy(t, e, ref.State().Position, start, 0)
		if (most < 3e-6) != (name == "nothing") {
			t.Errorf("%s: positions are %g m apart", name, most)
		}
		e.Close()
	}
}

// A run that is taken up while a mass is beyond a triangle ends as the whole one, in either pipeline: a checkpoint has the sides.
// A shader that forgets them leaves the mass beyond.
func TestCheckpointHasSides(t *testing.T) {
	ctx := gltest.New(t)
	for k, pipeline := range append(meetPipelines, options.TwoPass) {
		m, p, start := modeltest.OnTriangle(model.Surface{})
		start.Velocity[3][2] = -15
		o := Options{Pipeline: pipeline}
		if k == 2 {
			o.Shaders = gltest.Mutated(t, "meet_watch.comp", "meetNear[p].side * int(", "0 * int(")
		}
		e := must.Open(New(ctx, m, p, o))(t)
		modeltest.StepFrom(t, e, start, 1100)
		var s, other model.State
		must.Do(t, e.ReadState(&s))
		must.Hold(t, s.Position[3][2] < s.Position[0][2], "the mass is at %g m, and has not passed the triangle at %g m", s.Position[3][2], s.Position[0][2])
		stored := must.Get(e.Energy())(t).Contact
		must.Hold(t, k == 2 || stored > 0.5*modeltest.StruckStiffness*modeltest.StruckReach*modeltest.StruckReach, "a mass beyond stores %g J", stored)
		var saved model.Checkpoint
		must.Do(t, e.Save(&saved))
		must.Do(t, e.Step(3000))
		again := must.Open(New(ctx, m, p, o))(t)
		must.Do(t, again.Restore(&saved))
		must.Do(t, again.Step(3000))
		must.Do(t, e.ReadState(&s))
		must.Do(t, again.ReadState(&other))
		must.Be(t, other.Position[3], s.Position[3], "position")
		must.Hold(t, (s.Position[3][2] > s.Position[0][2]) == (k < 2), "%d: the mass ends at %g m, the triangle at %g m", k, s.Position[3][2], s.Position[0][2])
	}
}

// The cost model knows the passes of springs and triangles that collide, with every buffer that they bind, and
// counts the pairs of the list. A run whose list is twice as long moves twice as much of it.
func TestTrafficKnowsMeetings(t *testing.T) {
	ctx := gltest.New(t)
	m, p, start := modeltest.Strewn()
	e := must.Open(New(ctx, m, p, Options{}))(t)
	modeltest.StepFrom(t, e, start, 10)
	run := e.trafficRun()
	n, pairs := int64(m.MassCount()), run.Counts.MeetRoom
	must.Hold(t, pairs > n && pairs != e.plan.counts.MeetRoom, "%d pairs of %d masses, with room for %d", pairs, n, e.plan.counts.MeetRoom)
	seen := map[string]int64{}
	for _, pass := range e.Traffic() {
		seen[pass.Pass] = pass.Bytes
	}
	passes := e.collisions.meets.Passes()
	must.Be(t, len(passes), 8, "passes")
	for _, p := range passes {
		moved := run.Moves(p.Name)
		for _, slot := range p.Storage {
			name := strings.TrimPrefix(slot.Buffer.Label(), "hooke.")
			if _, known := moved[name]; !known {
				t.Errorf("the cost model does not know that %s binds %s", p.Name, name)
			}
		}
	}
	const word, force, vector, pair, near = 4, 12, 16, 40, 20
	for pass, want := range map[string]int64{
		"meet-gather": (vector+2*force)*n + 4*vector*pairs + word*(2*n+1+4*pairs),
		"meet-finish": 4*vector*n + 4*vector*pairs + word*(2*n+1+4*pairs),
		"meet-watch":  2 * vector * n,
		"meet-near":   2 * (vector*n + pair*(pairs+1) + near*pairs),
	} {
		must.Be(t, seen[pass], want, "bytes of %s", pass)
	}
	run.Counts.MeetRoom *= 2
	for _, pass := range run.Of([]string{"meet", "meet-touches", "meet-friction", "meet-remember"}) {
		must.Hold(t, seen[pass.Pass] > 16*n && pass.Bytes > seen[pass.Pass]+16*pairs, "%s moves %d bytes, and %d with twice as many pairs", pass.Pass, seen[pass.Pass], pass.Bytes)
	}
}
