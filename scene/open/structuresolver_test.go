package open

import (
	"os"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

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
