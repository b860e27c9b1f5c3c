package open

import (
	"os"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// opened is a scene file with that text.
func opened(t *testing.T, text string) (*scene.Scene, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("s.toml", []byte(text), 0o666))
	return Scene("s.toml", scene.Options{})
}

// A feature that the solver lacks is an error at the line that requests it, and by name where a flag
// chooses the solver.
func TestSolversRefuseWithTheLine(t *testing.T) {
	const pbd, implicit = "[run]\nsolver = \"pbd\"\n", "[run]\nsolver = \"implicit-euler\"\n"
	for _, c := range []struct{ text, want string }{
		{pbd + "quadratic_drag = 0.1\n" + lattice27, "s.toml:3:18: the solver pbd has no quadratic drag; take it out, or use another solver\n    quadratic_drag = 0.1\n                     ^^^"},
		{pbd + lattice27 + "[[force]]\nforce = [0, 0, 1]\n", "s.toml:8:3: the solver pbd has no force; take it out, or use another solver\n    [[force]]\n      ^^^^^"},
		{pbd + lattice27 + "[[motor]]\naxis = [0, 0, 1]\nspeed = 1\ndamping = 1\n", "s.toml:8:3: the solver pbd has no motor"},
		{pbd + lattice27 + "[[handle]]\nmass = 1\ntarget = [0, 0, 0]\nstiffness = 1\n", "s.toml:8:3: the solver pbd has no handle"},
		{pbd + lattice27 + "[[actuator]]\ngroup = \"top\"\namplitude = 0.1\nfrequency = 1\n", "s.toml:8:3: the solver pbd has no actuator"},
		{pbd + lattice27 + "[[guide]]\nkind = \"line\"\ndirection = [0, 0, 1]\ngroup = \"top\"\n", "s.toml:8:3: the solver pbd has no guide"},
		{pbd + lattice27 + "[collision]\n", "s.toml:8:2: the solver pbd has no collision"},
		{implicit + lattice27 + "[[contact]]\nshape = \"sphere\"\ncenter = [0, 0, -3]\nradius = 0.5\ntouches = \"springs\"\n", "s.toml:12:11: the solver implicit-euler has no contact that touches springs"},
		{implicit + "tolerance = 1.5\n" + lattice27, "s.toml:3:13: tolerance is 1.5; give more than 0 and less than 1"},
		{"[run]\ntolerance = 0.1\n" + lattice27, "s.toml:2:13: tolerance is 0.1, and the solver symplectic-euler judges no residual; leave it out, or use implicit-euler"},
		{pbd + lattice27 + "material = \"soft\"\n[[material]]\nname = \"soft\"\npbd_stiffness = 0\n", "s.toml:11:17: pbd_stiffness is 0, and springs that do nothing are not needed"},
	} {
		must.Say(t, c.text, must.Err(opened(t, c.text)), c.want)
	}
	for _, text := range []string{pbd + lattice27 + "[[contact]]\nshape = \"plane\"\n", implicit + lattice27 + "[collision]\n[[force]]\nforce = [0, 0, 1]\n"} {
		must.Be(t, must.Err(opened(t, text)), nil, "%s\n", text)
	}
}

// The numbers of big steps are read, and those that are not given are the solver's.
func TestNumbersOfBigSteps(t *testing.T) {
	s := must.Get(opened(t, "[run]\nsolver = \"implicit-euler\"\nsubsteps = 3\niterations = 50\ntolerance = 1e-5\n"+strings.Replace(lattice27, "stiffness = 100", "material = \"soft\"", 1)+"[[material]]\nname = \"soft\"\nstiffness = 10\npbd_stiffness = 0.25\n"))(t)
	if p := s.Params; p.Integrator != model.ImplicitEuler || p.Substeps != 3 || p.Sweeps() != 50 || p.Ends() != 1e-5 || p.DT != 1./60 {
		t.Errorf("%v: %d substeps of %g s, %d iterations, tolerance %g", p.Integrator, p.Substeps, p.DT, p.Sweeps(), p.Ends())
	}
	must.Be(t, s.Model.Materials[s.Model.MaterialOf[0]].PositionStiffness(), 0.25, "the stiffness of position-based dynamics")
	for solver, want := range map[string][3]float64{"implicit-euler": {4, 20, 1e-3}, "pbd": {1, 10, 0}} {
		s := must.Get(opened(t, "[run]\nsolver = \""+solver+"\"\n"+lattice27))(t)
		if p := s.Params; float64(p.Substeps) != want[0] || float64(p.Sweeps()) != want[1] || p.Ends() != want[2] {
			t.Errorf("%s: %d substeps, %d iterations, tolerance %g; want %v", solver, p.Substeps, p.Sweeps(), p.Ends(), want)
		}
	}
}

// The solver and its numbers belong to the run: files that hold masses and springs
// themselves take them as every scene does.
func TestSolversOfStructureFiles(t *testing.T) {
	npz := must.Get(os.ReadFile("../../mesh/testdata/volumes/cube.npz"))(t)
	t.Chdir(t.TempDir())
	for name, text := range map[string][]byte{
		"cube.npz": npz,
		"pair.data": []byte("t\n\n2 atoms\n1 bonds\n1 atom types\n1 bond types\n\nMasses\n\n1 1.5\n\nBond Coeffs\n\n1 50 1\n\n" +
			"Atoms # bond\n\n1 1 1 0 0 5\n2 1 1 1 0 5\n\nBonds\n\n1 1 1 2\n"),
		"robot.vxa": []byte(`<VXA Version="1.1"><VXC Version="0.93"><Lattice><Lattice_Dim>0.01</Lattice_Dim></Lattice><Palette>` +
			`<Material ID="1"><Name>Soft</Name><Mechanical><Elastic_Mod>1e6</Elastic_Mod><Density>1000</Density></Mechanical></Material></Palette>` +
			`<Structure Compression="ASCII_READABLE"><X_Voxels>2</X_Voxels><Y_Voxels>1</Y_Voxels><Z_Voxels>1</Z_Voxels><Data><Layer>11</Layer></Data></Structure></VXC></VXA>`),
	} {
		must.Do(t, os.WriteFile(name, text, 0o666))
		for _, solver := range model.Solvers() {
			s, err := Scene(name, scene.Options{Integrator: solver})
			if err != nil || s.Params.Integrator != solver {
				t.Errorf("%s by %v: %v", name, solver, err)
			}
		}
		s, err := Scene(name, scene.Options{Integrator: model.Impulses, DT: 0.01, DragHalfLife: 2, Substeps: 7, Iterations: 3, Forward: true, Warm: 0.5, Collide: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p := s.Params; p.DT != 0.01 || p.DragHalfLife != 2 || p.Substeps != 7 || p.Sweeps() != 3 || !p.Collision.Acts() {
			t.Errorf("%s: dt %g s, drag %g s, %d substeps, %d iterations, collision %v", name, p.DT, p.DragHalfLife, p.Substeps, p.Sweeps(), p.Collision)
		}
		if s, err := Scene(name, scene.Options{Integrator: model.ImplicitEuler, Tolerance: 1e-4}); err != nil || s.Params.Ends() != 1e-4 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
