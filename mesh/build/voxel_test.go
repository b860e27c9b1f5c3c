package build_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/mesh/build"
	"hooke/must"
)

// A drawing from the front stands as it is drawn, one from above lies.
func TestRead(t *testing.T) {
	const text = `
	  ab
	  a.

	   c
	`
	for view, want := range map[build.VoxelView]struct {
		counts  [3]int
		letters string // x fastest, then y, then z
	}{
		build.FromAbove: {[3]int{2, 2, 4}, "a.ab" + "a.ab" + "...c" + "...c"},
		build.FromFront: {[3]int{2, 4, 2}, "a.a....." + "abab.c.c"},
	} {
		d := must.Get(build.ReadVoxels(text, view, 2))(t)
		if d.Counts != want.counts || string(d.Letters) != want.letters {
			t.Errorf("view %d: %v %q; want %v %q", view, d.Counts, string(d.Letters), want.counts, want.letters)
		}
		phases := must.Get(d.Phases("1 2\n3 4\n\n5 6\n7 8", view, 2))(t)
		for i, letter := range d.Letters {
			if wanted := map[rune][]float64{'a': {1, 3}, 'b': {2}, 'c': {6}}[letter]; letter != '.' && !slices.Contains(wanted, phases[i]) {
				t.Errorf("view %d: voxel %q has the phase %g", view, letter, phases[i])
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{"": "no voxels", "\n \n": "no voxels", strings.Repeat("a", 1<<15) + strings.Repeat("\na", 1<<15): "at most"} {
		must.Say(t, text, must.Err(build.ReadVoxels(text, build.FromAbove, 1)), want)
	}
	d := must.Get(build.ReadVoxels("ab\nab", build.FromAbove, 1))(t)
	for text, want := range map[string]string{"1 2": "1 lines", "1 2\n3": "1 phases", "1 2\n3 x": `"x"`, "1 2\n3 NaN": `"NaN"`, "1 2\n3 4\n\n1 2\n3 4": "2 layers"} {
		must.Say(t, text, must.Err(d.Phases(text, build.FromAbove, 1)), want)
	}
}

// FuzzRead compares the voxels with the text: as many voxels as characters that are not empty.
func FuzzRead(f *testing.F) {
	f.Add("ab\n.c\n\nd", 2, true)
	f.Fuzz(func(t *testing.T, text string, depth int, front bool) {
		view := build.FromAbove
		if front {
			view = build.FromFront
		}
		d, err := build.ReadVoxels(text, view, depth)
		if err != nil {
			return
		}
		voxels, drawn := 0, 0
		for _, letter := range d.Letters {
			if letter != '.' {
				voxels++
			}
		}
		for _, letter := range text {
			if !strings.ContainsRune(build.EmptyVoxels+"\t\r\n", letter) {
				drawn++
			}
		}
		if voxels != drawn*depth && !strings.ContainsAny(text, "\t\r\v\f\u0085\u00a0\u2028\u2029") {
			t.Errorf("%d voxels of %d characters, %d deep", voxels, drawn, depth)
		}
	})
}

// Two voxels, of which one swings along x: the spring between them swings by half of it where it lies along x, and
// not where it lies across; diagonals take their share.
func TestSwingAlong(t *testing.T) {
	of := func(second [3]int, along build.VoxelAxis) float64 {
		g := build.VoxelGrid{Size: 0.1, Counts: [3]int{2, 2, 2}, Of: make([]uint8, 8), Frequency: 1,
			Kinds: []build.VoxelKind{{Name: "still", Young: 1e5, Density: 100}, {Name: "muscle", Young: 3e5, Density: 100, Swing: 0.3, Along: along}}}
		g.Of[0], g.Of[second[0]+2*(second[1]+2*second[2])] = 1, 2
		r := must.Get(g.Build("pair"))(t)
		must.Near(t, r.Model.Materials[r.Model.MaterialOf[0]].Stiffness, 1.5e5*0.1/2.7, 1e-9, "k, in N/m")
		if r.Actuators == nil {
			return 0
		}
		return r.Actuators[0].Amplitude
	}
	for _, c := range []struct {
		second [3]int
		along  build.VoxelAxis
		want   float64
	}{
		{[3]int{1, 0, 0}, build.AllAxes, 0.15}, {[3]int{1, 0, 0}, build.AxisX, 0.15}, {[3]int{0, 1, 0}, build.AxisX, 0},
		{[3]int{1, 1, 0}, build.AxisX, 0.075}, {[3]int{1, 1, 1}, build.AxisZ, 0.05}, {[3]int{1, 1, 1}, build.AllAxes, 0.15},
	} {
		if got := of(c.second, c.along); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("a spring along %v swings by %g, with voxels that swing along %d; want %g", c.second, got, c.along, c.want)
		}
	}
}

func TestBuildRefuses(t *testing.T) {
	good := build.VoxelGrid{Size: 0.1, Counts: [3]int{1, 1, 1}, Of: []uint8{1}, Kinds: []build.VoxelKind{{Name: "a", Young: 1, Density: 1}}}
	for want, spoil := range map[string]func(g *build.VoxelGrid){
		"no voxels":       func(g *build.VoxelGrid) { g.Of = []uint8{0} },
		"of kind 2":       func(g *build.VoxelGrid) { g.Of = []uint8{2} },
		"places for":      func(g *build.VoxelGrid) { g.Counts[1] = 2 },
		"at least 1":      func(g *build.VoxelGrid) { g.Counts[1] = 0 },
		"phases for":      func(g *build.VoxelGrid) { g.Phase = []float64{1, 2} },
		"positive length": func(g *build.VoxelGrid) { g.Size = math.NaN() },
		"damping ratio":   func(g *build.VoxelGrid) { g.DampingRatio = -1 },
		"a modulus":       func(g *build.VoxelGrid) { g.Kinds = []build.VoxelKind{{Name: "a", Density: 1}} },
		"swing by": func(g *build.VoxelGrid) {
			g.Counts, g.Of, g.Frequency, g.Kinds = [3]int{2, 1, 1}, []uint8{1, 1}, 1, []build.VoxelKind{{Young: 1, Density: 1, Swing: 1}}
		},
	} {
		g := good
		spoil(&g)
		must.Say(t, "", must.Err(g.Build("x")), want)
	}
	if _, err := good.Build("x"); err != nil {
		t.Error(err)
	}
}
