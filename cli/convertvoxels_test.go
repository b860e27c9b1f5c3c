package cli

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// A robot of voxels comes back: masses, springs and actuation to the digits that
// materials have, the rest exactly; a lattice does, too.
func TestConvertVoxels(t *testing.T) {
	folder := t.TempDir()
	robot := write(t, "robot.vxa", `<VXA><Simulator><Damping><BondDampingZ>0.3</BondDampingZ></Damping></Simulator>
<Environment><Thermal><TempEnabled>1</TempEnabled><TempAmp>39</TempAmp><VaryTempEnabled>1</VaryTempEnabled><TempPeriod>0.2</TempPeriod></Thermal></Environment>
<VXC><Lattice><Lattice_Dim>0.01</Lattice_Dim></Lattice><Palette>
<Material ID="1"><Name>soft &amp; grey</Name><Mechanical><Elastic_Mod>5e6</Elastic_Mod><Density>1e6</Density><CTE>0.01</CTE></Mechanical></Material>
<Material ID="2"><Name>foot</Name><Mechanical><Elastic_Mod>1e7</Elastic_Mod><Density>2e6</Density><CTE>0</CTE><Fixed>1</Fixed></Mechanical></Material></Palette>
<Structure Compression="ASCII_READABLE"><X_Voxels>3</X_Voxels><Y_Voxels>2</Y_Voxels><Z_Voxels>2</Z_Voxels>
<Data><Layer>200212</Layer><Layer>111110</Layer></Data><PhaseOffset><Layer>0,0,0,0,0.25,0</Layer><Layer>0,0,0.5,0,0,0</Layer></PhaseOffset></Structure></VXC></VXA>`)
	for name, args := range map[string][]string{
		"robot": {robot}, "lattice": {"lattice", "--masses", "4x3x2"}, "jelly": {"jelly", "--masses", "3"},
		"row": {"lattice", "--masses", "5x1x1"},
	} {
		npz, out, back := filepath.Join(folder, name+".npz"), filepath.Join(folder, name+".vxa"), filepath.Join(folder, name+"-back.npz")
		for _, pair := range [][]string{append([]string{args[0], npz}, args[1:]...), append([]string{args[0], out}, args[1:]...), {out, back}} {
			hooke(t, append([]string{"convert"}, pair...)...).worked(t)
		}
		was, is := structure(t, npz), structure(t, back)
		if !slices.Equal(byEnds(was), byEnds(is)) {
			t.Errorf("%s: springs differ: %v, were %v", name, byEnds(is), byEnds(was))
		}
		if was.MassCount() != is.MassCount() {
			t.Fatalf("%s: %d masses, were %d", name, is.MassCount(), was.MassCount())
		}
		for i, kg := range was.Mass {
			if d := is.RestPosition[i].Sub(is.RestPosition[0]).Sub(was.RestPosition[i].Sub(was.RestPosition[0])).Len(); d > 1e-12 {
				t.Errorf("%s: mass %d is %g m off", name, i, d)
			}
			if math.Abs(is.Mass[i]/kg-1) > 1e-11 || is.PinOf(i) != was.PinOf(i) { // 12 digits
				t.Errorf("%s: mass %d has %g kg and pin %v, had %g and %v", name, i, is.Mass[i], is.PinOf(i), kg, was.PinOf(i))
			}
		}
	}
	was := must.Get(format.Read(robot))(t)
	is := must.Get(format.Read(filepath.Join(folder, "robot.vxa")))(t)
	if !reflect.DeepEqual(is.Actuators, was.Actuators) || !slices.Equal(is.Structure.ActuatorOf, was.Structure.ActuatorOf) || len(was.Actuators) < 2 {
		t.Errorf("actuators %v, were %v", is.Actuators, was.Actuators)
	}
	if g, ok := is.Structure.Group("soft & grey"); !ok || len(g.Masses) != 6 {
		t.Errorf("groups %v", is.Structure.Groups)
	}
}

// structure reads one.
func structure(t *testing.T, path string) *model.Model {
	t.Helper()
	file := must.Get(format.Read(path))(t)
	return file.Structure
}

// springOf is a spring, with numbers of eleven digits.
type springOf struct {
	ends                     model.Ends
	rest, stiffness, damping float32
}

// byEnds are the springs by their ends.
func byEnds(m *model.Model) (all []springOf) {
	resolver := physics.NewResolver(m, 1)
	for i, ends := range m.Ends {
		if ends[0] > ends[1] {
			ends[0], ends[1] = ends[1], ends[0]
		}
		k := resolver.Spring(i)
		all = append(all, springOf{ends, float32(m.RestLength[i]), float32(k.Stiffness), float32(k.Damping)})
	}
	slices.SortFunc(all, func(a, b springOf) int { return slices.Compare(a.ends[:], b.ends[:]) })
	return all
}

// Files without a robot of voxels are refused with a reason.
func TestConvertVoxelsRefuses(t *testing.T) {
	partly := write(t, "gap.npz", "")
	must.Do(t, npy.WriteArchive(partly, npy.Array{Name: "positions", Shape: []int{3, 3}, Data: []float64{0, 0, 0, 1, 0, 0, 0, 1, 0}},
		npy.Array{Name: "masses", Data: []float64{1}}, npy.Array{Name: "ends", Shape: []int{3, 2}, Data: []uint32{0, 1, 0, 2, 1, 2}},
		npy.Array{Name: "stiffness", Shape: []int{3}, Data: []float64{5, 5, 1}}))
	mesh := write(t, "line.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n")
	for args, want := range map[string]string{
		"lattice --masses 3 --per-mass 3": "mass 0 has 7 neighbors at up to √3 edges, and 3 springs",
		"cloth --masses 4":                "spring 1 joins masses 0 and 2, which are no neighbors",
		"tensegrity":                      "material \"cord\" pulls only",
		"rope":                            "mass 1 is at [-0.49685220230022364 0.005143353745802437 1], off the cubic lattice",
		partly:                            "the stiffness of the springs at mass",
		mesh:                              "line.obj is a mesh: fill it with --fill lattice",
	} {
		words := strings.Fields(args)
		out := filepath.Join(t.TempDir(), "x.vxa")
		r := hooke(t, append([]string{"convert", words[0], out}, words[1:]...)...)
		if _, err := os.Stat(out); r.code != exitFailed || !strings.Contains(r.stderr, want) || err == nil {
			t.Errorf("%s: exit code %d, %q, want %q", args, r.code, r.stderr, want)
		}
	}
}
