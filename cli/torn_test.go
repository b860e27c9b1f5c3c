package cli

import (
	"image"
	"path/filepath"
	"slices"
	"testing"

	"hooke/files/npy"
	"hooke/must"
	"hooke/run/export"
)

// A recorded run that tears is drawn as it ended: the last frame of its trajectory looks as final.npz does. Without the
// arrays of torn springs the picture shows springs across the tear, and their strain widens the range of colors.
// Surfaces of frames, and of a checkpoint that is converted, lack the triangles that torn springs have cut.
func TestRenderOfATornFlag(t *testing.T) {
	needsGL(t)
	out := t.TempDir()
	in := func(name string) string { return filepath.Join(out, name) }
	hooke(t, "run", "storm", "--masses", "11x16", "--engine", "cpu", "--steps", "1400", "--save", "npz,ply", "--every", "700", "--checkpoint", "1h", "--out", out).worked(t)
	all := must.Get(npy.ReadArchive(in("trajectory.npz")))(t)
	torn := 0
	held := slices.DeleteFunc(slices.Clone(all), func(a npy.Array) bool {
		if a.Name == export.TornSpring {
			torn = a.Shape[0]
		}
		return a.Name == export.TornSpring || a.Name == export.TornFrame
	})
	must.Hold(t, torn > 50 && len(held) == len(all)-2, "%d springs are torn, with %d arrays of %d", torn, len(held), len(all))
	must.Do(t, npy.WriteArchive(in("held.npz"), held...))

	draw := func(name string) *image.RGBA {
		path := filepath.Join(t.TempDir(), name+".png")
		hooke(t, "render", in(name), "--out", path, "--size", "320x200", "--color", "strain", "--panels=false").worked(t) // with a range of its own
		return pictureOf(t, path)
	}
	end := draw("final.npz")
	if last, held := differing(end, draw("trajectory.npz")), differing(end, draw("held.npz")); last > 0.001 || held < 0.02 {
		t.Errorf("the last frame differs from the final state in %.2f %% of the pixels, want none; without its torn springs in %.2f %%, want at least 2", 100*last, 100*held)
	}
	triangles := func(name string) int { return len(must.Get(readMesh(in(name)))(t).Surface.FaceStart) - 1 }
	first, last := triangles("ply/frame-000000000.ply"), triangles("ply/frame-000001400.ply")
	must.Hold(t, first == 2*10*15 && last < first-20, "the surface has %d triangles at first, want 300, and %d after the tear", first, last)
	hooke(t, "convert", in("checkpoint.hooke"), in("now.ply")).worked(t)
	must.Be(t, triangles("now.ply"), last, "triangles of the structure in the checkpoint")
}
