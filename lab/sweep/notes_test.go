package sweep

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"hooke/must"
)

// The notes of the scenes of a sweep are there once: those of the first point, and of others the kinds that it lacks.
func TestNotesOfPoints(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.toml")
	must.Do(t, os.WriteFile(path, []byte("[run]\ndt = 1e-4\n[[mesh]]\nmake = \"voxels\"\nspacing = 0.1\nvoxels = \"AA\"\n[[voxel]]\nletter = \"A\"\nmodulus = 1e5\ndensity = 1000\n"), 0o600))
	note := func(bodies int) string {
		return fmt.Sprintf("the voxels are %d bodies that touch nowhere; the largest has 1 of %d voxels: draw them together, or leave the others out", bodies, bodies)
	}
	for _, c := range []struct {
		bodies []string
		shard  Shard
		want   []string
	}{
		{[]string{`"AA"`, `"AAA"`}, Shard{}, nil},
		{[]string{`"A.A"`, `"AAA"`, `"A.A.A"`}, Shard{}, []string{note(2)}},
		{[]string{`"AA"`, `"AAA"`, `"A.A.A"`, `"A.A"`}, Shard{}, []string{"run 2: " + note(3)}},
		{[]string{`"AA"`, `"AAA"`, `"A.A.A"`, `"A.A"`}, Shard{2, 4}, []string{note(3)}},
	} {
		p := judged(t, Spec{Scene: path, Vary: []Variable{{Key: "mesh.voxels", Values: c.bodies}}, Steps: 1}, Judging{Shard: c.shard})
		must.BeAll(t, p.Notes, c.want, "%v, %v", c.bodies, c.shard)
	}
	v := variable(t, "voxel[A].modulus=1e5:2e5")
	p := judged(t, Spec{Scene: path, Set: []string{`mesh.voxels="A.A"`}, Vary: []Variable{v}, Sample: Asked, Steps: 1}, Judging{})
	must.BeAll(t, p.Notes, []string{note(2)}, "points that are asked for")
}

// Of many kinds of notes the first are told, in the order of runs.
func TestManyNotes(t *testing.T) {
	var n noted
	for run := range int64(30) {
		n.add(30-run, []string{"a note of " + string(rune('a'+run))})
		n.add(31, []string{"a note of " + string(rune('a'+run))})
	}
	got := n.lines(1)
	if len(got) != 13 || got[1] != "run 2: a note of "+string(rune('a'+28)) || got[12] != "and 18 more; hooke info prints those of a scene" {
		t.Errorf("%q", got)
	}
}
