package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/must"
)

// granular makes steps of velocity Verlet with balls that push each other apart as springs
// do, and writes where they end. Its verbs are the steps, kn, the time step and gravity
// along −z; gran/hooke has no damping (γ = 0) and no friction here, since its damper pulls.
const granular = `units si
atom_style sphere
boundary f f f
comm_modify vel yes
neighbor 0.02 bin
neigh_modify delay 0 every 1 check yes
read_data balls.data
pair_style gran/hooke %[2]g 0 0 0 0 0
pair_coeff * *
timestep %.17[3]g
group held type 2
fix integrate all nve/sphere
fix weight all gravity %.17[4]g vector 0 0 -1
fix freeze held freeze
dump end all custom %[1]d moved.dump id x y z
dump_modify end sort id format float %%.17g
run %[1]d
`

// balls are masses without springs, each a body of its own, for which LAMMPS has
// gran/hooke.
type balls struct {
	name      string
	masses    []float64
	radius    float64 // [m]
	stiffness float64 // kn of both [N/m]
	position  []model.Vec3
	velocity  []model.Vec3
	held      int // the first ones are pinned
	gravity   float64
	steps     int
	dt        float64
}

// Two balls that hit each other off center, of unlike masses, and a column of balls that
// falls on one that is held, move as in LAMMPS gran/hooke.
func TestOutsideLAMMPSCollides(t *testing.T) {
	outside(t)
	column := balls{name: "column", radius: 0.01, stiffness: 2e4, held: 1, gravity: 9.81, steps: 8000, dt: 2e-5}
	for i := range 8 {
		column.masses = append(column.masses, 0.02+0.005*float64(i%3))
		column.position = append(column.position, model.Vec3{0, 0, 0.0201 * float64(i)})
		column.velocity = append(column.velocity, model.Vec3{})
	}
	for _, b := range []balls{
		{name: "impact", masses: []float64{0.03, 0.05}, radius: 0.02, stiffness: 5e3, position: []model.Vec3{{-0.05, 0, 0}, {0.05, 0.015, 0.01}},
			velocity: []model.Vec3{{2, 0.1, 0}, {-1, 0, 0.2}}, steps: 3000, dt: 2e-5},
		column,
	} {
		t.Run(b.name, b.agree)
	}
}

// agree compares where each engine brings the balls with LAMMPS.
func (b balls) agree(t *testing.T) {
	theirs := b.lammps(t)
	m, p := b.model()
	reference := must.Get(cpuref.New(m, p))(t)
	free := p
	free.Collision = model.Collision{}
	passing := must.Get(cpuref.New(m, free))(t)
	start := &model.State{Position: b.position, Velocity: b.velocity}
	// All differences are measured against the change that collisions make.
	changed := apart(stepOutside(t, passing, start, b.steps), theirs)
	if changed < 2*b.radius {
		t.Fatalf("without collisions the balls end %g m elsewhere: they hardly collide", changed)
	}
	judge := func(what string, s *model.State, tolerance float64) {
		t.Helper()
		worst := apart(s, theirs)
		t.Logf("%s: %.3g of what collisions change, %.3g m", what, worst/changed, changed)
		if !(worst <= tolerance*changed) {
			t.Errorf("%s: LAMMPS differs by %g of what collisions change, allowed %g", what, worst/changed, tolerance)
		}
	}
	const exactly, narrowly = 1e-9, 1e-2 // float64 summed in another order; float32, whose last bits many impacts enlarge
	judge("cpuref", stepOutside(t, reference, start, b.steps), exactly)
	fast := must.Get(cpu.New(m, p, cpu.Options{}))(t)
	judge("cpu", stepOutside(t, fast, start, b.steps), narrowly)
	fast.Close()
	d := must.Get(engine.OpenDevice(engine.Listener{}))(t)
	defer d.Close()
	for _, pipeline := range gpu.Pipelines() {
		e := must.Get(gpu.New(d.GL, m, p, gpu.Options{Pipeline: pipeline}))(t)
		judge("gpu "+pipeline, stepOutside(t, e, start, b.steps), narrowly)
		e.Close()
	}
	double := must.Get(cpu.New(m, p, cpu.Options{Precision: model.Double}))(t)
	judge("cpu in double", stepOutside(t, double, start, b.steps), exactly)
	double.Close()
	// Negative control: another stiffness of touch is seen.
	p.Collision.Bodies[0].Stiffness *= 1.0001
	stiffer := must.Get(cpuref.New(m, p))(t)
	if worst := apart(stepOutside(t, stiffer, start, b.steps), theirs); worst < 100*exactly*changed {
		t.Errorf("a stiffness that is 0.01 %% off changes only %g of what collisions change", worst/changed)
	}
}

// model is the balls as a structure and its run.
func (b balls) model() (*model.Model, model.Params) {
	m := &model.Model{Name: b.name, Materials: []model.Material{{}}, RestPosition: b.position, Mass: b.masses}
	p := model.Params{DT: b.dt, Integrator: model.VelocityVerlet, Gravity: model.Vec3{0, 0, -b.gravity},
		Collision: model.Collision{Others: true, Skin: b.radius / 2, CheckEvery: 4}}
	for i := range b.masses {
		m.Radius, m.Body, m.Pin = append(m.Radius, b.radius), append(m.Body, uint16(i)), append(m.Pin, 0)
		if i < b.held {
			m.Pin[i] = model.PinAll
		}
		p.Collision.Bodies = append(p.Collision.Bodies, model.Surface{Stiffness: b.stiffness})
	}
	return m, p
}

// lammps is where LAMMPS brings the balls.
func (b balls) lammps(t *testing.T) []model.Vec3 {
	t.Helper()
	folder := t.TempDir()
	var data strings.Builder
	fmt.Fprintf(&data, "balls\n\n%d atoms\n2 atom types\n\n-5 5 xlo xhi\n-5 5 ylo yhi\n-5 5 zlo zhi\n\nAtoms # sphere\n\n", len(b.masses))
	volume := 4. / 3 * 3.14159265358979323846 * b.radius * b.radius * b.radius
	for i, x := range b.position {
		kind := 1
		if i < b.held {
			kind = 2
		}
		fmt.Fprintf(&data, "%d %d %.17g %.17g %.17g %.17g %.17g\n", i+1, kind, 2*b.radius, b.masses[i]/volume, x[0], x[1], x[2])
	}
	data.WriteString("\nVelocities\n\n")
	for i, v := range b.velocity {
		fmt.Fprintf(&data, "%d %.17g %.17g %.17g 0 0 0\n", i+1, v[0], v[1], v[2])
	}
	script := fmt.Sprintf(granular, b.steps, b.stiffness, b.dt, b.gravity)
	for name, text := range map[string]string{"balls.data": data.String(), "in.hooke": script} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	other(t, folder, "lmp", "-in", "in.hooke", "-log", "none")
	return lammpsDump(t, filepath.Join(folder, "moved.dump"), len(b.masses))
}

// apart is the largest distance of a mass from where LAMMPS has it [m].
func apart(s *model.State, theirs []model.Vec3) float64 {
	worst := 0.0
	for i, x := range s.Position {
		worst = max(worst, x.Sub(theirs[i]).Len())
	}
	return worst
}
