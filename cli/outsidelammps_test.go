package cli

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/engine"
	"hooke/gpu"
	"hooke/mesh"
	"hooke/mesh/build"
	lammpsdata "hooke/mesh/format/structure"
	"hooke/model"
	"hooke/must"
	"hooke/run/export"
)

// lammpsScript makes steps of velocity Verlet and writes where all atoms are; %g
// is dt, %d the steps.
const lammpsScript = `units si
atom_style bond
boundary f f f
bond_style harmonic
pair_style none
neighbor 0.01 bin
comm_modify cutoff 1.0
neigh_modify exclude type 1 1
read_data lattice.data
fix integrate all nve
timestep %.17g
thermo 1000
dump end all custom %[2]d moved.dump id x y z
dump_modify end sort id format float %%.17g
run %[2]d
rerun ours.dump dump x y z box no
`

// LAMMPS steps an exported lattice as we do: to 1e-9 of the largest displacement
// in float64, 1e-3 on the device.
func TestOutsideLAMMPSAgrees(t *testing.T) {
	outside(t)
	const steps, dt = 1000, 2e-5
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 6, Ny: 5, Nz: 4, Spacing: 0.05, PerMass: 13, Mass: 0.01, Stiffness: 2000}))(t)
	start := m.Start()
	for i, x := range start.Position { // it is bent, twisted and thrown
		start.Velocity[i] = model.Vec3{8 * x[2] * x[1], 3 * x[2], 2*x[0] - 4*x[1]*x[0] + 0.3}
	}
	p := model.Params{DT: dt, Integrator: model.VelocityVerlet}
	reference := must.Get(cpuref.New(m, p))(t)
	run := func(e model.Engine) *model.State { t.Helper(); return stepOutside(t, e, start, steps) }
	end := run(reference)
	theirs, found := lammps(t, m, start.Velocity, reference, dt, steps)

	lo, hi := m.Bounds()
	size, moved := hi.Sub(lo).Len(), 0.0
	for i, x := range end.Position {
		moved = max(moved, x.Sub(start.Position[i]).Len())
	}
	must.Hold(t, moved >= 0.01*size, "the lattice of size %g m moves by %g m only", size, moved)
	judge := func(what string, s *model.State, tolerance float64) {
		t.Helper()
		worst := 0.0
		for i, x := range s.Position {
			worst = max(worst, x.Sub(theirs[i]).Len())
		}
		t.Logf("%s: %.3g of the largest displacement, %.3g m (%.3g of the size)", what, worst/moved, moved, moved/size)
		if !(worst <= tolerance*moved) {
			t.Errorf("%s: LAMMPS differs by %g of the largest displacement, allowed %g", what, worst/moved, tolerance)
		}
	}
	const (
		exactly  = 1e-9 // 1,000 steps in float64, whose sums are in another order
		narrowly = 1e-3 // in float32
	)
	judge("cpuref", end, exactly)
	fast := must.Get(cpu.New(m, p, cpu.Options{}))(t)
	judge("cpu", run(fast), narrowly)
	fast.Close()
	d := must.Open(engine.OpenDevice(engine.Listener{}))(t)
	for _, pipeline := range gpu.Pipelines() {
		e := must.Get(gpu.New(d.GL, m, p, gpu.Options{Pipeline: pipeline}))(t)
		judge("gpu "+pipeline, run(e), narrowly)
		e.Close()
	}
	// Negative control: another stiffness is seen.
	m.Materials[1].Stiffness *= 1.0001
	softer := must.Get(cpuref.New(m, p))(t)
	worst := 0.0
	for i, x := range run(softer).Position {
		worst = max(worst, x.Sub(theirs[i]).Len())
	}
	if worst < 1000*exactly*moved {
		t.Errorf("a stiffness that is 0.01 %% off changes only %g of the largest displacement", worst/moved)
	}

	// The energy that LAMMPS finds in our dump is that of the springs, to the
	// digits that it prints; positions have those of float32.
	energy := must.Get(reference.Energy())(t)
	must.Hold(t, math.Abs(found-energy.Elastic) <= 1e-4*energy.Elastic, "LAMMPS finds %g J in our dump, and it is %g J", found, energy.Elastic)
}

// stepOutside is where steps from a start lead.
func stepOutside(t *testing.T, e model.Engine, start *model.State, steps int) *model.State {
	t.Helper()
	must.Do(t, errors.Join(e.Reset(start), e.Step(steps), e.Finish()))
	var s model.State
	var single model.Snapshot
	if full, ok := e.(interface{ ReadState(*model.State) error }); ok {
		must.Do(t, full.ReadState(&s))
		return &s
	}
	must.Do(t, e.Read(&single))
	return single.State()
}

// lammps is where LAMMPS brings a model that starts with those velocities, and the
// energy of bonds that it finds in our dump of an engine's state [J].
func lammps(t *testing.T, m *model.Model, velocity []model.Vec3, reached model.Engine, dt float64, steps int) ([]model.Vec3, float64) {
	t.Helper()
	folder := t.TempDir()
	var data bytes.Buffer
	must.Do(t, lammpsdata.WriteLAMMPS(&data, &mesh.File{Structure: m, Velocity: velocity}))
	for name, text := range map[string][]byte{"lattice.data": data.Bytes(), "in.hooke": fmt.Appendf(nil, lammpsScript, dt, steps)} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), text, 0o666))
	}
	dump := must.Get(export.CreateDump(filepath.Join(folder, "ours.dump"), m, nil, nil, export.Numbers{}, nil))(t)
	var f export.Frame
	must.Do(t, errors.Join(reached.Read(&f.Snapshot), dump.Frame(&f), dump.Close()))
	log := other(t, folder, "lmp", "-in", "in.hooke", "-log", "none")
	return lammpsDump(t, filepath.Join(folder, "moved.dump"), m.MassCount()), lammpsEnergy(t, log)
}

// lammpsDump reads the last frame of a dump of id, x, y and z, sorted by id.
func lammpsDump(t *testing.T, path string, count int) []model.Vec3 {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(string(bytesOf(t, path))), "\n")
	lines = lines[len(lines)-count:]
	out := make([]model.Vec3, count)
	for i, line := range lines {
		words := strings.Fields(line)
		if len(words) != 4 || words[0] != strconv.Itoa(i+1) {
			t.Fatalf("%s: line %q", path, line)
		}
		for axis := range 3 {
			var err error
			if out[i][axis], err = strconv.ParseFloat(words[1+axis], 64); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

// lammpsEnergy is the energy of bonds in the last row of the last table of a log.
func lammpsEnergy(t *testing.T, log string) float64 {
	t.Helper()
	_, table, found := strings.Cut(log[strings.LastIndex(log, "\nStep ")+1:], "\n")
	words := strings.Fields(table)
	if !found || len(words) < 4 {
		t.Fatalf("no table in\n%s", log)
	}
	energy, err := strconv.ParseFloat(words[3], 64) // Step Temp E_pair E_mol
	must.Do(t, err)
	return energy
}
