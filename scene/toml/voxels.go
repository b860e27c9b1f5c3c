package toml

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
	"hooke/scene/words"
)

// checkVoxels holds drawings against the kinds of voxels that a scene file has, and these against
// each other. A mismatch becomes a fault of the file. A file that has faults already is left
// alone, since a letter of a table that cannot be read would seem unknown.
func checkVoxels(f *parse.File) {
	if f.Faulty() {
		return
	}
	letters, muscles := voxelKinds(f)
	drawn := false
	f.Each("mesh", func(t *parse.Table) {
		if t.Text("make") == "voxels" && !f.Faulty() {
			checkDrawing(f, t, letters, muscles)
			drawn = true
		}
	})
	if !drawn && !f.Faulty() {
		f.Each("voxel", func(t *parse.Table) {
			f.FaultIn(t, "there is no mesh of voxels; give one, make = \"voxels\", or take the table out")
		})
	}
}

// checkDrawing checks the drawing of a mesh. Not every letter must be drawn, so that bodies
// can vary.
func checkDrawing(f *parse.File, t *parse.Table, letters []rune, muscles map[rune]bool) {
	d, err := voxelDrawing(t)
	if err != nil {
		f.FaultAt(t, "voxels", "voxels: %v", err)
		return
	}
	for _, letter := range d.Used() {
		if letter != '.' && !slices.Contains(letters, letter) {
			f.FaultAt(t, "voxels", "voxels: no [[voxel]] has the letter %q; known are %s", letter, words.Listed(letterTexts(letters)))
		}
	}
	moves := false
	for _, swings := range muscles {
		moves = moves || swings
	}
	if _, err := d.Phases(t.Text("phases"), voxelView(t), voxelDepth(t)); err != nil && t.Value("phases") != nil {
		f.FaultAt(t, "phases", "phases: %v", err)
	}
	for _, key := range []string{"frequency", "phases"} {
		if t.Value(key) != nil && !moves {
			f.FaultAt(t, key, "%s does nothing: no [[voxel]] has an amplitude", key)
		}
	}
}

// kinds returns the letters of the kinds of voxels, in their order, and which of them are muscles.
func voxelKinds(f *parse.File) (letters []rune, muscles map[rune]bool) {
	muscles = map[rune]bool{}
	names := map[string]bool{}
	f.Each("voxel", func(t *parse.Table) {
		letter := []rune(t.Text("letter"))
		switch name := voxelName(t); {
		case len(letter) != 1 || strings.ContainsRune(build.EmptyVoxels, letter[0]):
			f.FaultAt(t, "letter", "letter is %q; give one character, none of %q, which are empty places", t.Text("letter"), build.EmptyVoxels)
		case slices.Contains(letters, letter[0]):
			f.FaultAt(t, "letter", "letter %q already exists", letter[0])
		case names[name]:
			f.FaultAt(t, "name", "name %q already exists", name)
		default:
			letters, names[name] = append(letters, letter[0]), true
			muscles[letter[0]] = t.Number("amplitude", 0) != 0
		}
	})
	if len(letters) > mostVoxelKinds {
		f.Fault(parse.Span{}, "%d kinds of voxels; at most %d", len(letters), mostVoxelKinds)
	}
	return letters, muscles
}

// mostVoxelKinds is the largest number in a byte of a grid.
const mostVoxelKinds = 255

// makeVoxels makes the robot of a mesh that was checked.
func makeVoxels(f *parse.File, t *parse.Table) (*scene.Scene, error) {
	d, err := voxelDrawing(t)
	if err != nil {
		return nil, err
	}
	if err := tune.LatticeFits(d.Counts[0], d.Counts[1], d.Counts[2], 13); err != nil {
		return nil, err
	}
	g := build.VoxelGrid{Size: t.Number("spacing", 0), Counts: d.Counts, Of: make([]uint8, len(d.Letters)),
		DampingRatio: t.Number("damping_ratio", 0), Frequency: t.Number("frequency", 1)}
	var letters []rune
	f.Each("voxel", func(kind *parse.Table) {
		letters = append(letters, []rune(kind.Text("letter"))[0])
		g.Kinds = append(g.Kinds, build.VoxelKind{Name: voxelName(kind), Young: kind.Number("modulus", 0), Density: kind.Number("density", tune.SolidDensity),
			Swing: kind.Number("amplitude", 0), Phase: kind.Number("phase", 0), Fixed: kind.Flag("fixed"),
			Along: build.VoxelAxis(1 + slices.Index([]string{"x", "y", "z"}, kind.Text("along")))})
	})
	for i, letter := range d.Letters {
		g.Of[i] = uint8(1 + slices.Index(letters, letter))
	}
	if t.Value("phases") != nil {
		if g.Phase, err = d.Phases(t.Text("phases"), voxelView(t), voxelDepth(t)); err != nil {
			return nil, err
		}
	}
	r, err := g.Build("")
	if err != nil {
		return nil, fmt.Errorf("voxels: %w", err)
	}
	r.Stand()
	out := &scene.Scene{Model: r.Model, Params: model.Params{Actuators: r.Actuators}}
	bodies, largest := r.Bodies()
	out.Report.Note(bodies > 1, "the voxels are %d bodies that touch nowhere; the largest has %d of %d voxels: draw them together, or leave the others out", bodies, largest, r.Model.MassCount())
	return out, nil
}

func voxelDrawing(t *parse.Table) (*build.VoxelDrawing, error) {
	return build.ReadVoxels(t.Text("voxels"), voxelView(t), voxelDepth(t))
}

func voxelView(t *parse.Table) build.VoxelView {
	if t.Text("seen_from") == "front" {
		return build.FromFront
	}
	return build.FromAbove
}

func voxelDepth(t *parse.Table) int { return int(min(cmp.Or(t.Whole("depth"), 1), 1<<31)) }

func voxelName(t *parse.Table) string { return cmp.Or(t.Text("name"), t.Text("letter")) }

func letterTexts(letters []rune) (out []string) {
	for _, letter := range letters {
		out = append(out, string(letter))
	}
	return out
}
