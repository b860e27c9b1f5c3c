package engine

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/model"
	"hooke/model/modeltest"
)

// feature is something that a run can have, which an engine may refuse.
type feature struct {
	name string
	put  func(m *model.Model, p *model.Params)
}

// features are all of them: a field of model.Params or a kind of material each.
func features() []feature {
	up, table := model.Vec3{0, 0, 1e-4}, model.Curve{At: []float64{0, 1}, Value: []float64{0, 1}}
	plain := []struct {
		name string
		put  func(m *model.Model, p *model.Params)
	}{
		{"springs, pins, gravity", func(*model.Model, *model.Params) {}},
		{"dampers", func(m *model.Model, _ *model.Params) { m.Materials[1].Damping = 1e-3 }},
		{"cables (tension only)", func(m *model.Model, _ *model.Params) { m.Materials[1].TensionOnly = true }},
		{"normalized springs", func(m *model.Model, _ *model.Params) {
			m.Materials[1] = model.Material{Name: "normalized"}
			m.Materials[1].Normalized.Stiffness = 0.1
		}},
		{"linear drag", func(_ *model.Model, p *model.Params) { p.DragHalfLife = 1 }},
		{"contacts", func(_ *model.Model, p *model.Params) { p.Contacts = []model.Contact{model.Ground(-1, 100, 0.1)} }},
		{"contacts with friction", func(_ *model.Model, p *model.Params) {
			p.Contacts = []model.Contact{model.Ground(-1, 100, 0.1).WithFriction(0.5, 0.4)}
		}},
		{"collisions of masses", func(m *model.Model, p *model.Params) { collide(m, p, model.Surface{Stiffness: 10, DampingRatio: 0.1}) }},
		{"collisions with friction", func(m *model.Model, p *model.Params) {
			collide(m, p, model.Surface{Stiffness: 10, StaticFriction: 0.5, KineticFriction: 0.4})
		}},
		{"actuators", func(m *model.Model, p *model.Params) {
			m.ActuatorOf = make([]uint16, m.SpringCount())
			m.ActuatorOf[0] = 1
			p.Actuators = []model.Actuator{{Wave: model.Sine, Amplitude: 0.1, Frequency: 1}}
		}},
		{"forces", func(_ *model.Model, p *model.Params) { p.Forces = []model.Force{{Masses: []uint32{4}, Force: up}} }},
		{"forces on all masses", func(_ *model.Model, p *model.Params) { p.Forces = []model.Force{{Force: up}} }},
		{"forces with a table", func(_ *model.Model, p *model.Params) {
			p.Forces = []model.Force{{Masses: []uint32{4}, Force: up, Table: table}}
		}},
		{"motors", func(_ *model.Model, p *model.Params) {
			p.Motors = []model.Motor{{Masses: []uint32{4}, Axis: model.Vec3{0, 0, 1}, Speed: 0.1, Damping: 1e-3}}
		}},
		{"handles", func(m *model.Model, p *model.Params) {
			p.Handles = []model.Handle{{Mass: 4, Target: m.RestPosition[4], Stiffness: 1}}
		}},
		{"quadratic drag", func(_ *model.Model, p *model.Params) { p.QuadraticDrag = 1e-5 }},
		{"wind", func(m *model.Model, p *model.Params) {
			m.Triangles = [][3]uint32{{0, 1, 4}}
			p.Wind = model.Wind{Velocity: model.Vec3{1, 0, 0}, Drag: 1}
		}},
		{"guides", func(_ *model.Model, p *model.Params) {
			p.Guides = []model.Guide{{Kind: model.OnLine, Masses: []uint32{4}, Direction: model.Vec3{0, 0, 1}}}
		}},
		{"energy ledger", func(_ *model.Model, p *model.Params) { p.Ledger = true }},
	}
	out := make([]feature, len(plain))
	for i, f := range plain {
		out[i] = feature{name: f.name, put: f.put}
	}
	return append(out, touching()...)
}

// touching are what contacts and collisions do beyond planes at rest.
func touching() []feature {
	rod := func(m *model.Model, p *model.Params) {
		m.Triangles = [][3]uint32{{0, 1, 4}, {0, 4, 3}}
		p.Contacts = []model.Contact{model.Contact{Shape: model.Capsule{A: model.Vec3{-1, 0.02, -0.01}, B: model.Vec3{1, 0.02, -0.01}, Radius: 0.02},
			Stiffness: 10, Damping: 1e-3, Touches: model.TouchTriangles}.WithFriction(0.5, 0.4)}
	}
	moving := func(p *model.Params) {
		p.Contacts[0].Course = &model.Course{Path: model.Path{Velocity: model.Vec3{0.1, 0, 0}}, Spin: model.Vec3{1, 0, 0}, Belt: model.Vec3{0, 0.1, 0}}
	}
	rubbing := func(m *model.Model, p *model.Params) {
		collide(m, p, model.Surface{Stiffness: 10, StaticFriction: 0.5, KineticFriction: 0.4})
	}
	return []feature{
		{name: "contacts per mass", put: func(_ *model.Model, p *model.Params) {
			p.Contacts = []model.Contact{{Shape: model.Plane{Offset: 0.01}, PerMass: true}}
		}},
		{name: "contacts of finite shapes, which catch", put: func(m *model.Model, p *model.Params) {
			rod(m, p)
			p.Contacts[0].Touches = model.TouchMasses
		}},
		{name: "contacts that move, turn and carry", put: func(m *model.Model, p *model.Params) {
			rod(m, p)
			p.Contacts[0].Touches = model.TouchMasses
			moving(p)
		}},
		{name: "contacts that touch springs and triangles", put: rod},
		{name: "the same, moving, per mass, with collisions", put: func(m *model.Model, p *model.Params) {
			rod(m, p)
			moving(p)
			p.Contacts[0].PerMass, p.Contacts[0].Stiffness, p.Contacts[0].Damping = true, 0, 0
			rubbing(m, p)
		}},
		{name: "energy ledger of collisions with friction", put: func(m *model.Model, p *model.Params) {
			rubbing(m, p)
			p.Ledger = true
		}},
		{name: "energy ledger of contacts that touch springs", put: func(m *model.Model, p *model.Params) {
			rod(m, p)
			p.Ledger = true
		}},
		{name: "the same, moving with friction", put: func(m *model.Model, p *model.Params) {
			rod(m, p)
			moving(p)
			p.Ledger = true
		}},
	}
}

// Every engine takes every combination, and steps to finite places. docs/physics.md has the
// table of them, which this makes: a cell has the integrators with which the engine takes the
// feature.
func TestCombinations(t *testing.T) {
	type column struct {
		engine, title string
		gpu           gpu.Options
	}
	columns := []column{{engine: CPURef, title: "`cpuref`"}, {engine: CPU, title: "`cpu`"},
		{CPU, "`cpu`, compensated", gpu.Options{Precision: model.Compensated}}, {CPU, "`cpu`, double", gpu.Options{Precision: model.Double}},
		{GPU, "`gpu`, two-pass", gpu.Options{Pipeline: gpu.TwoPass}}, {GPU, "`gpu`, fused", gpu.Options{Pipeline: gpu.Fused}}}
	var b strings.Builder
	b.WriteString("| feature |")
	for _, c := range columns {
		b.WriteString(" " + c.title + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(columns)) + "\n")
	for row, f := range features() {
		fmt.Fprintf(&b, "| %s |", f.name)
		for at, c := range columns {
			var taken []string
			for k, integrator := range model.Integrators() {
				err := tries(c.engine, c.gpu, f, integrator, stepsCell(c.engine, row+at+k))
				if err != nil {
					t.Errorf("%s with %v in %s: %v", f.name, integrator, c.title, err)
					continue
				}
				taken = append(taken, integrator.String())
			}
			switch len(taken) {
			case 0:
				b.WriteString(" refused |")
			case len(model.Integrators()):
				b.WriteString(" all |")
			default:
				b.WriteString(" " + strings.Join(taken, ", ") + " |")
			}
		}
		b.WriteString("\n")
	}
	holdTable(t, "combinations", b.String())
}

// stepsCell says whether a combination is stepped, too. Programs of software drivers become machine code when they first run,
// which takes minutes for all combinations of gpu: in the short form two of three of those are made and linked only.
func stepsCell(engine string, k int) bool { return engine != GPU || k%3 == 0 || longTests() }

// tries makes an engine for a feature, and steps it if that is asked for.
func tries(name string, o gpu.Options, f feature, integrator model.Integrator, step bool) error {
	m := modeltest.Cloth(3)
	for i := range m.Materials {
		m.Materials[i].Damping = 0
	}
	p := model.Params{DT: 1e-5, Gravity: model.EarthGravity(), Integrator: integrator}
	f.put(m, &p)
	if integrator.Method().Divides {
		p.Substeps = 2
	}
	e, err := New(name, m, p, Options{GPU: o})
	if err != nil {
		return err
	}
	defer e.Close()
	if !step {
		return nil
	}
	if err := e.Step(4); err != nil {
		return err
	}
	var now model.Snapshot
	if err := e.Read(&now); err != nil {
		return err
	}
	if now.Step != 4 || slices.ContainsFunc(now.Position, func(x [3]float32) bool { return math.IsNaN(float64(x[0] + x[1] + x[2])) }) {
		return fmt.Errorf("step %d, places %v", now.Step, now.Position)
	}
	return nil
}

var update = flag.Bool("update", false, "write the table of combinations into docs/physics.md")

// holdTable compares a table of docs/physics.md with that of the engines.
func holdTable(t *testing.T, name, table string) {
	t.Helper()
	const page = "../docs/physics.md"
	begin, end := "<!-- "+name+": made by make generate -->\n", "<!-- end of "+name+" -->"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no %q and %q around a table", page, strings.TrimSpace(begin), end)
	}
	switch want := before + begin + table + end + after; {
	case want == string(data):
	case *update:
		if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the table of %s in %s is not that of the engines: run make generate; it should be\n%s", name, page, table)
	}
}

// collide lets each mass collide with the others, as a body of its own.
func collide(m *model.Model, p *model.Params, s model.Surface) {
	m.Radius, m.Body = make([]float64, m.MassCount()), make([]uint16, m.MassCount())
	for i := range m.Radius {
		m.Radius[i], m.Body[i] = 0.1, uint16(i)
		p.Collision.Bodies = append(p.Collision.Bodies, s)
	}
	p.Collision.Others, p.Collision.Skin, p.Collision.CheckEvery = true, 0.02, 8
}
