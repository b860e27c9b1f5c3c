package open

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene"
)

// Hinges of a mesh follow from its triangles or springs, its shape, its place among other meshes, and pins.
func TestMeshesThatBend(t *testing.T) {
	const block = "[[mesh]]\nmake = \"lattice\"\nmasses = 2\nspacing = 0.1\nstiffness = 100\n"
	const rope = "[[mesh]]\nname = \"rope\"\nmake = \"rope\"\nmasses = 5\nlength = 0.4\nstiffness = 100\nbend_rigidity = 0.3\n"
	const clamp = "[[group]]\nname = \"clamp\"\nshape = \"list\"\nmasses = [8, 9]\n[[pin]]\ngroup = \"clamp\"\n"
	s := openText(t, block+rope+clamp)
	must.Hold(t, len(s.Params.Bends) == 1 && s.Params.Bends[0].Name == "rope", "bends %+v", s.Params.Bends)
	hinges := s.Params.Bends[0].Hinges
	for k, want := range []float64{6, 3, 3} { // EI/ℓ, double at the clamp
		h := hinges[k]
		must.Hold(t, h.Masses == [4]uint32{uint32(8 + k), uint32(9 + k), uint32(10 + k), uint32(8 + k)} && math.Abs(h.Stiffness-want) < 1e-9 && math.Abs(h.Rest) < 1e-7,
			"hinge %d: %+v, want k = %g", k, h, want)
	}

	bowed := strings.Replace(rope, "length = 0.4", "length = 0.4\nspan = 0.3\nbend_damping_ratio = 0.1", 1)
	h := openText(t, bowed).Params.Bends[0].Hinges[0]
	must.Hold(t, h.Rest > 0.1 && h.Damping > 0, "a bowed rope has the angle %g at rest and the damper %g", h.Rest, h.Damping)
	h = openText(t, bowed+"rest_angle = \"flat\"\n").Params.Bends[0].Hinges[0]
	must.Hold(t, h.Rest == 0, "a bowed rope that rests straight has the angle %g at rest", h.Rest)

	const cloth = "[[mesh]]\nmake = \"cloth\"\nmasses = 3\nspacing = 0.1\nstiffness = 100\n"
	plain, bent := openText(t, cloth), openText(t, cloth+"bend_rigidity = 0.01\n")
	must.Hold(t, plain.Params.Bends == nil && plain.Model.Materials[3].Stiffness > 0, "cloth bends by %+v and %+v", plain.Params.Bends, plain.Model.Materials[3])
	must.Hold(t, len(bent.Params.Bends[0].Hinges) == 8 && bent.Model.Materials[3].Stiffness == 0, "cloth with hinges has %d, and springs of %g N/m besides", len(bent.Params.Bends[0].Hinges), bent.Model.Materials[3].Stiffness)
	must.Hold(t, openText(t, cloth+"bend_rigidity = 0.01\nbend_stiffness = 7\n").Model.Materials[3].Stiffness == 7, "both kinds of bending do not act together")
}

// A sheet of a file has hinges in place of springs over its inner edges; two sheets that are welded keep theirs, in new numbers.
func TestFilesThatBend(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "solid.obj"), []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"), 0o600))
	must.Do(t, os.WriteFile(filepath.Join(folder, "fold.obj"), []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf 1 2 3\nf 3 2 4\n"), 0o600))
	open := func(text string) (*scene.Scene, error) {
		path := filepath.Join(folder, "x.toml")
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		return Scene(path, scene.Options{})
	}
	mesh := func(name string, move string) string {
		return "[[mesh]]\nname = \"" + name + "\"\nfile = \"fold.obj\"\nas = \"cloth\"\nup = \"z\"\nstiffness = 50\nbend_rigidity = 0.2\nground = \"keep\"\nmove = " + move + "\n"
	}
	one := must.Get(open(mesh("a", "[0, 0, 0]")))(t)
	h := one.Params.Bends[0].Hinges
	must.Hold(t, len(h) == 1 && h[0].Rest != 0 && one.Model.Materials[3].Stiffness == 0, "a folded file: %+v, springs across its edge %+v", h, one.Model.Materials[3])
	two := must.Get(open(mesh("a", "[0, 0, 0]") + mesh("b", "[1, 0, 0]") + "[[join]]\nhow = \"weld\"\na = \"a\"\nb = \"b\"\ndistance = 0.01\n"))(t)
	must.Hold(t, two.Model.MassCount() == 7 && len(two.Params.Bends) == 2, "%d masses, %d sheets that bend", two.Model.MassCount(), len(two.Params.Bends))
	for _, b := range two.Params.Bends {
		for _, i := range b.Hinges[0].Masses {
			must.Hold(t, int(i) < 7, "a hinge at mass %d", i)
		}
		must.Hold(t, math.Abs(b.Hinges[0].Rest-h[0].Rest) < 1e-12, "the angle at rest is %g, want %g", b.Hinges[0].Rest, h[0].Rest)
	}
	_, err := open("[[mesh]]\nname = \"a\"\nfile = \"solid.obj\"\nfill = \"lattice\"\nup = \"z\"\npitch = 0.2\nbend_rigidity = 0.2\n")
	must.Hold(t, err != nil && strings.Contains(err.Error(), "bend_rigidity"), "a filled mesh bends: %v", err)
}
