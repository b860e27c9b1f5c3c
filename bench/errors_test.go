package bench

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// The error's scale: doing nothing scores 1. The reference's arithmetic scores the rounding of a read-back in
// float32, and the reference itself 0 by definition.
func TestErrors(t *testing.T) {
	p := &pretended{}
	rows, err := run(t, Suite{Springs: []int64{few}, Clock: p.clock.Now, Makers: []Maker{
		p.maker("idle", func(f *fake) { f.idle = true }), p.maker("same", nil), Reference(),
	}})
	if err == nil {
		if len(rows) != 3 {
			t.Fatalf("%d rows, want 3", len(rows))
		}
	} else {
		t.Fatal(err)
	}
	must.Hold(t, rows[0].MaxError == 1 && rows[0].RMSError == 1, "doing nothing scores %g and %g, want exactly 1", rows[0].MaxError, rows[0].RMSError)
	// Half a unit in the last place of a coordinate up to 0.03 m is 1e-9 m, on
	// each of three axes, beside a motion of at least 1e-4 m.
	const rounding = 2e-9 / 1e-4
	if e := rows[1].MaxError; e == 0 || e > rounding {
		t.Errorf("the reference's arithmetic scores %g, want more than 0 and at most %g", e, rounding)
	}
	if rows[2].Engine != "cpuref" || rows[2].MaxError != 0 || rows[2].RMSError != 0 {
		t.Errorf("the reference's own row is %+v", rows[2])
	}
}

// The error is measured from the rounded start: an engine that is not given
// the rounding would be charged for it.
func TestTruthStartsRounded(t *testing.T) {
	s := must.Get(open.Scene("canon", scene.Options{Springs: few}))(t)
	before := s.Start.Clone()
	truth := must.Get(NewTruth(context.Background(), s.Model, s.Params, s.Start, 3))(t)
	must.Be(t, cmp.Diff(before, s.Start), "", "the scene's start was changed")
	for i, x := range truth.Start.Position {
		for axis := range 3 {
			if float64(float32(before.Position[i][axis])) != x[axis] {
				t.Fatalf("mass %d starts at %v, want %v rounded to float32", i, x, before.Position[i])
			}
		}
	}
	var _ *cpuref.State = truth.End
	must.Be(t, truth.End.Step, 3, "the reference did steps")
}

func TestErrorSteps(t *testing.T) {
	for springs, want := range map[int]int{1: 100, 984_438: 100, 1_000_000: 100, 1_000_001: 20, 10_000_000: 20, 10_000_001: 4} {
		must.Be(t, ErrorSteps(springs), want, "%d springs: steps", springs)
	}
}

// Where masses collide the reference takes fewer steps, since it looks at all pairs; masses
// without a radius do not count, and a case that collides says so.
func TestErrorStepsOfCollisions(t *testing.T) {
	c := must.Get(NewCase("cloth", 600, model.SymplecticEuler))(t)
	dt := c.Params.DT
	if err := c.Collide(); err != nil || c.Scene != "cloth+collide" || !c.Params.Collision.Acts() || c.Params.DT > dt {
		t.Errorf("%s, %v: %+v", c.Scene, err, c.Params)
	}
	if got := ErrorStepsOf(c.Model, c.Params); got != 100 {
		t.Errorf("%d masses: %d steps, want 100", c.Model.MassCount(), got)
	}
	for count, want := range map[int]int{20_000: 20, 100_000: 0} {
		m := &model.Model{Radius: make([]float64, 2*count)}
		for i := range count {
			m.Radius[i] = 1
		}
		must.Be(t, ErrorStepsOf(m, c.Params), want, "%d masses that take part: steps", count)
		must.Be(t, ErrorStepsOf(m, model.Params{}), 100, "without collisions: steps")
	}
}

// A mass 1 m from the origin that falls for 10 steps of 1 ms: 539.55 µm, which
// is 9,052 times 2^-24 m.
func TestRoundingsOfAMotion(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{1, 0, 0}}, Mass: []float64{1}, Materials: []model.Material{{}}}
	truth := must.Get(NewTruth(context.Background(), m, model.Params{DT: 1e-3, Gravity: model.EarthGravity()}, m.Start(), 10))(t)
	if got, want := truth.Roundings(), 9.81*55e-6*(1<<24); math.Abs(got-want) > 1e-9*want {
		t.Errorf("%g roundings, want %g", got, want)
	}
	if still, err := NewTruth(context.Background(), m, model.Params{DT: 1e-3}, m.Start(), 10); err != nil || still.Roundings() != 0 {
		t.Errorf("nothing moves: %v roundings, %v", still.Roundings(), err)
	}
}

// The truth of a block is that of the whole model, to the last bit, if it has as many layers around it as
// steps. With one layer less it is not.
func TestBlockTruth(t *testing.T) {
	const side, steps = 5, 4
	for name, m := range map[string]func() (*model.Model, error){
		"lattice": func() (*model.Model, error) {
			return build.Lattice(build.LatticeSpec{Nx: 14, Ny: 12, Nz: 13, Spacing: 0.01, Mass: 1e-3, Stiffness: 1000, Damping: 0.05, Bottom: -0.001, ByPattern: true})
		},
		"cloth": func() (*model.Model, error) {
			return build.Cloth(build.ClothSpec{Nx: 30, Ny: 29, Spacing: 0.01, Mass: 1e-3, Stiffness: build.ClothStiffness{Structural: 1000, Shear: 300, Bend: 500}, Height: -0.001, ByPattern: true})
		},
	} {
		m := must.Get(m())(t)
		m.Triangles = nil
		// A slope that is not along the axes brings all springs into play.
		p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 400, 0.1).WithFriction(0.6, 0.5)}}
		p.Contacts[0].Shape = model.Plane{Normal: model.Vec3{0.6, 0, 0.8}, Offset: -0.01}
		ctx := context.Background()
		got := must.Get(newBlockTruth(ctx, m, p, m.Start(), steps, side))(t)
		whole, err := NewTruthOf(ctx, m, p, m.Start(), steps)
		if err != nil || whole.Masses != nil || m.Pattern == nil {
			t.Fatal(len(whole.Masses), m.Pattern, err)
		}
		must.Be(t, same(got, whole), "", "%s", name)
		must.Be(t, len(got.Masses), min(side, m.Pattern.Size[0])*min(side, m.Pattern.Size[1])*min(side, m.Pattern.Size[2]), "%s: masses", name)
		narrow := must.Get(blockTruth(ctx, m, p, m.Start(), steps, side, steps-2))(t)
		must.Hold(t, same(narrow, whole) != "", "%s: too few layers are not seen", name)
	}
}

// same says where a truth of a block is not that of the whole model.
func same(block, whole *Truth) string {
	for k, i := range block.Masses {
		if block.Start.Position[k] != whole.Start.Position[i] || block.End.Position[k] != whole.End.Position[i] || block.End.Velocity[k] != whole.End.Velocity[i] {
			return "another motion of a mass of the block"
		}
	}
	return ""
}

// readsAll is an engine that cannot tell of some masses.
type readsAll struct{ model.Engine }

// The error of a block is the same whether an engine tells of its masses or of all; against the
// truth of another block it is another one.
func TestErrorsOfBlocksReadTheirMasses(t *testing.T) {
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 12, Ny: 13, Nz: 14, PerMass: 13, Spacing: 0.01, Mass: 1e-3, Stiffness: 1000, ByPattern: true}))(t)
	p := model.Params{DT: 1e-4, Contacts: []model.Contact{{Shape: model.Plane{Normal: model.Vec3{0.6, 0, 0.8}, Offset: 0.05}, Stiffness: 400}}}
	truth := must.Get(newBlockTruth(context.Background(), m, p, m.Start(), 5, 4))(t)
	engine := must.Open(cpu.New(m, p, cpu.Options{}))(t)
	largest, rms, err := MeasureError(engine, truth)
	all, same, err2 := MeasureError(readsAll{engine}, truth)
	if err != nil || err2 != nil || largest != all || rms != same || !(0 < rms && rms < 1e-2) {
		t.Errorf("%g, %g; of all %g, %g; %v, %v", largest, rms, all, same, err, err2)
	}
	truth.Masses[len(truth.Masses)-1]++
	if other, _, _ := MeasureError(engine, truth); other == largest {
		t.Error("another mass is not seen")
	}
}

// The error of the step is that of the closed form: of a mass on a spring that is let go,
// x = cos ω t, by each solver.
func TestStepErrorIsThatOfTheClosedForm(t *testing.T) {
	b := modeltest.NewBuilder("one")
	k := b.Material(40, 0)
	b.Mass(1, model.Vec3{}, model.PinAll)
	b.Mass(0.25, model.Vec3{1, 0, 0}, 0)
	b.Join(0, 1, k)
	m := &b.Model
	start := m.Start()
	start.Position[1][0] = 1.25
	omega := math.Sqrt(40 / 0.25)
	for _, c := range []struct {
		solver model.Integrator
		within float64
	}{{model.SymplecticEuler, 0.1}, {model.VelocityVerlet, 0.01}, {model.RK4, 0.05}} {
		for _, parts := range []float64{40, 100, 400} {
			p := model.Params{DT: 2 * math.Pi / omega / parts, Integrator: c.solver}
			steps := int(parts / 3)
			truth := must.Get(NewTruth(t.Context(), m, p, start, steps))(t)
			got, rms, known, err := truth.StepError(t.Context(), m, p, start)
			if err != nil || !known {
				t.Fatalf("%v: known %v, %v", c.solver, known, err)
			}
			exact := 1 + 0.25*math.Cos(omega*p.DT*float64(steps))
			x := truth.End.Position[1][0]
			if want := math.Abs(x-exact) / math.Abs(x-1.25); math.Abs(got/want-1) > c.within || math.Abs(rms/want-1) > c.within {
				t.Errorf("%v, %g steps a period: %g and %g of the motion, want %g", c.solver, parts, got, rms, want)
			}
		}
	}
}

// Where materials follow from dt, half a step is another structure.
func TestStepErrorOfStepsThatMakeMaterials(t *testing.T) {
	m := modeltest.Rope(4)
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity()}
	for name, change := range map[string]func(m *model.Model, p *model.Params){
		"normalized": func(m *model.Model, _ *model.Params) {
			m.Materials[1] = model.Material{Name: "n", Normalized: spring.Normalized{Stiffness: 0.1}}
		},
		"contact": func(_ *model.Model, p *model.Params) {
			p.Contacts = []model.Contact{{Shape: model.Plane{Offset: -9}, PerMass: true}}
		},
	} {
		m, p := *m, p
		m.Materials = append([]model.Material(nil), m.Materials...)
		change(&m, &p)
		truth := must.Get(NewTruth(t.Context(), &m, p, m.Start(), 5))(t)
		if _, _, known, err := truth.StepError(t.Context(), &m, p, m.Start()); known || err != nil {
			t.Errorf("%s: known %v, %v", name, known, err)
		}
	}
}
