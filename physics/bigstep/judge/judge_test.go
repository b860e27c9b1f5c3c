package judge

import (
	"context"
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/must"
	"hooke/run/relax"
)

// fall is a run of n steps in which nothing acts but gravity and drag, in closed form and by its recurrence.
func fall(t *testing.T, p model.Params, n int) Run {
	t.Helper()
	m := modeltest.Rope(4)
	m.Pin = nil
	end, h := m.Start(), p.Substep().DT
	for i := range end.Position {
		end.Velocity[i] = model.Vec3{1, 2, 3}
	}
	start := end.Clone()
	for range n * p.Substeps {
		for i := range end.Position {
			kept, from := p.Substep().DragFactor(), end.Velocity[i]
			if p.Integrator == model.EnergyConserving {
				end.Velocity[i] = from.Mul(kept).Add(p.Gravity.Mul(h * (1 + kept) / 2))
				end.Position[i] = end.Position[i].Add(from.Add(end.Velocity[i]).Mul(h / 2))
				continue
			}
			if p.Integrator == model.ImplicitEuler {
				end.Velocity[i] = end.Velocity[i].Add(p.Gravity.Mul(h)).Mul(kept)
			} else {
				end.Velocity[i] = end.Velocity[i].Mul(kept).Add(p.Gravity.Mul(h))
			}
			end.Position[i] = end.Position[i].Add(end.Velocity[i].Mul(h))
		}
	}
	end.Step, end.Time = int64(n), float64(n)*p.DT
	return Run{Model: m, Params: p, Start: start, End: end}
}

// The path of a body that falls follows its recurrence, with drag and without. One that is a tenth short of
// it is reported, with the remedy. A body that a contact may have touched is not judged, and neither is a
// held or pushed one.
func TestPath(t *testing.T) {
	p := model.Params{DT: 0.01, Substeps: 4, Integrator: model.ImplicitEuler, Gravity: model.EarthGravity()}
	for _, half := range []float64{0, 0.3, 1e7} {
		p.DragHalfLife = half
		for _, solver := range []model.Integrator{model.Impulses, model.EnergyConserving} {
			other := p
			other.Integrator = solver
			if got := pathOf(fall(t, other, 200)); got.Why != "" || got.Off > 1e-8*got.Way {
				t.Errorf("half-life %g s, %v: %+v", half, solver, got)
			}
		}
		r := fall(t, p, 200)
		got := pathOf(r)
		if got.Why != "" || got.Off > 1e-8*got.Way || got.Words(p) != "" {
			t.Errorf("half-life %g s: %+v, %q", half, got, got.Words(p))
		}
		short := r
		short.End = r.End.Clone()
		for i, x := range r.Start.Position {
			short.End.Position[i] = x.Add(r.End.Position[i].Sub(x).Mul(0.8))
		}
		way := r.End.Position[0].Sub(r.Start.Position[0]).Len()
		if got := pathOf(short); math.Abs(got.Off-0.2*way) > 1e-8*way || !strings.Contains(got.Words(p), "take 80 iterations") {
			t.Errorf("half-life %g s: a fifth short of %g m: %+v, %q", half, way, got, got.Words(p))
		}
		for why, change := range map[string]func(*Run){
			"contacts are in its way": func(r *Run) { r.Params.Contacts = []model.Contact{model.Ground(-1, 100, 1)} },
			"hold it":                 func(r *Run) { r.Model = modeltest.Rope(4); r.Model.Pin = []model.Pin{model.PinX, 0, 0, 0} },
			"loads act":               func(r *Run) { r.Params.QuadraticDrag = 1 },
		} {
			changed := r
			if change(&changed); !strings.Contains(pathOf(changed).Why, why) {
				t.Errorf("%q: %+v", why, pathOf(changed))
			}
		}
	}
}

// A run has come to rest when the last quarter of it moves little against the rest; without any it is unknown. That
// holds however many samples there are.
func TestCalm(t *testing.T) {
	for _, n := range []int64{1, 12, 63, 64, 65, 1000, 12345} {
		var rests, moves Calm
		for k := range n + 1 {
			rests.Note(k, math.Exp(-20*float64(k)/float64(n)))
			moves.Note(k, 1+math.Sin(float64(k)))
		}
		if why := rests.rests(); (why == "") != (n > 1) {
			t.Errorf("%d samples: not at rest, since %q", n, why)
		}
		if why := moves.rests(); why == "" {
			t.Errorf("%d samples: what swings is at rest", n)
		}
	}
	if why := (*Calm)(nil).rests(); why == "" {
		t.Error("without samples it rests")
	}
}

// Nothing is said of explicit steps; and a rest that would take more work than the run is not searched for.
func TestWhatIsNotJudged(t *testing.T) {
	r := fall(t, model.Params{DT: 0.01, Substeps: 1, Gravity: model.EarthGravity()}, 10)
	must.Be(t, Of(context.Background(), r), (Report{}), "of explicit steps")
	pattern := &model.Model{Pattern: &model.Pattern{Size: [3]int{2, 2, 2}}}
	if got := Of(context.Background(), Run{Model: pattern, Params: model.Params{Integrator: model.Impulses}}); got.Rest.Why == "" || got.Path.Why != got.Rest.Why {
		t.Errorf("of a pattern: %+v", got)
	}
	m := modeltest.Cloth(60)
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[0] = model.PinAll
	var calm Calm
	for k := range int64(20) {
		calm.Note(k, math.Exp(-float64(k)))
	}
	end := m.Start()
	end.Step = 1
	r = Run{Model: m, Params: model.Params{DT: 0.01, Substeps: 1, Integrator: model.Impulses, Gravity: model.EarthGravity()}, Start: m.Start(), End: end, Calm: &calm}
	if got := Of(context.Background(), r).Rest; !strings.Contains(got.Why, "more work than the run") {
		t.Errorf("of a cloth: %+v", got)
	}
}

// A rod that hangs as if gravity were 1.3 times as strong is reported, with its error against the static
// chain, its bend, and the remedy. One that hangs as it should is not.
func TestRodsAtRest(t *testing.T) {
	const n, kg = 20, 0.0045
	of := rod.Solid(0.005, 2e9, 2e9/2.6)
	m := modeltest.Cantilever(of, n, kg)
	p := model.Params{DT: 1. / 60, Substeps: 20, Integrator: model.Impulses, Gravity: model.EarthGravity(), Clamps: modeltest.CantileverClamps()}
	var calm Calm
	for k := range int64(40) {
		calm.Note(k, math.Exp(-float64(k)))
	}
	for _, part := range []float64{1, 1.3} {
		pulled := p
		pulled.Gravity = p.Gravity.Mul(part)
		problem := must.Get(relax.NewProblem(m, pulled, 0, nil))(t)
		found := must.Get(problem.Solve(context.Background(), m.Start(), relax.NewtonOptions{}))(t)
		found.State.Step, found.State.Time = 40, 40*p.DT
		got := Of(context.Background(), Run{Model: m, Params: p, Start: m.Start(), End: found.State, Calm: &calm}).Rest
		sag := modeltest.CantileverSag(of.Bend, n, kg)
		low := modeltest.CantileverSag(of.Bend, n, kg*part) - sag
		if got.Why != "" || math.Abs(got.Off+low) > 0.02*-low+1e-6 || got.Mass != n && part != 1 || math.Abs(got.Way/-sag-1) > 0.003 {
			t.Errorf("%g of gravity: %+v, want %g m off", part, got, -low)
		}
		if words := got.Words(p); (words != "") != (part != 1) || part != 1 && (!strings.Contains(words, "joints of rods are bent") || !strings.Contains(words, "take 80 substeps")) {
			t.Errorf("%g of gravity: %q", part, words)
		}
	}
}

// A run that begins at rest rests; one that is too short to have moved does not.
func TestWhatHardlyMoves(t *testing.T) {
	m := modeltest.Rope(4)
	m.Pin = make([]model.Pin, 4)
	m.Pin[0] = model.PinAll
	p := model.Params{DT: 0.01, Substeps: 10, Integrator: model.Impulses, Gravity: model.EarthGravity()}
	for _, steps := range []int64{1, 400} {
		var calm Calm
		for k := range steps + 2 {
			calm.Note(k, 1e-18)
		}
		end := m.Start()
		end.Step, end.Time = steps, float64(steps)*p.DT
		got := Of(context.Background(), Run{Model: m, Params: p, Start: m.Start(), End: end, Calm: &calm}).Rest
		if (got.Why == "") != (steps == 400) || steps == 1 && !strings.Contains(got.Why, "hardly begun to move") {
			t.Errorf("%d steps: %+v", steps, got)
		}
	}
}

// A spring that is stretched by more than its impulse is off its law by the difference, and is reported with
// the substeps that help. Rounding of positions explains small differences, which are not reported.
func TestDefect(t *testing.T) {
	m := modeltest.Rope(4)
	p := model.Params{DT: 0.01, Substeps: 8, Integrator: model.Impulses}
	s, k := m.Start(), m.Materials[m.MaterialOf[0]].Stiffness
	s.Position[3][0] += 0.01 // the last spring is along x
	way := s.Position[3].Sub(s.Position[2])
	law := k * (way.Len() - m.RestLength[2])
	s.SpringForce = []float64{0, 0, 0.5 * law}
	d := DefectOf(m, p, s, nil, 0)
	if d.Spring != 2 || math.Abs(d.Share-1) > 1e-9 || math.Abs(d.Law-law) > 1e-9*law || law == 0 {
		t.Errorf("%+v; the law says %g N", d, law)
	}
	for _, part := range []string{"spring 2", "100 %", "32 substeps"} {
		if words := d.Words(p); !strings.Contains(words, part) {
			t.Errorf("%q says nothing of %q", words, part)
		}
	}
	if d := DefectOf(m, p, s, nil, 1); d.Share != 0 {
		t.Errorf("with positions that say nothing: %+v", d)
	}
	if s.SpringForce[2] = 0.97 * law; DefectOf(m, p, s, nil, 0).Words(p) != "" {
		t.Error("3 % are told")
	}
	if s.SpringForce = nil; DefectOf(m, p, s, nil, 0) != (Defect{}) {
		t.Error("without forces there is a defect")
	}
}
