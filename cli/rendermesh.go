package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/terminal"
	"hooke/mesh/format"
	"hooke/run/play"
	"hooke/scene/words"
)

// outKind is the kind of output that frames become.
type outKind uint8

const (
	chosenKind outKind = iota
	pictureKind
	filmKind
	folderKind
	meshKind
	pageKind
)

func (o *renderOptions) kind() outKind {
	extension := strings.ToLower(filepath.Ext(o.out))
	switch extension {
	case ".png":
		return pictureKind
	case ".mp4":
		return filmKind
	case ".html":
		return pageKind
	}
	if _, moves := format.MovingAs(o.out); moves {
		return meshKind
	}
	if o.out == "" {
		return chosenKind
	}
	return folderKind
}

// meshOnly returns an error for flags of pictures with a mesh, and for flags of a mesh with
// pictures.
func (o *renderOptions) meshOnly(cmd *cobra.Command) error {
	if o.kind() == pageKind {
		return nil
	}
	if o.kind() != meshKind {
		if cmd.Flags().Changed("frames") {
			return usagef("--frames is of meshes that move and of pages, such as --out run.glb and run.html; films have --speed and --fps")
		}
		return nil
	}
	for _, name := range []string{"size", "fps", "speed", "turntable", "follow", "small", "color", "range", "theme", "view", "panels", "reactions"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s is of pictures, and --out %s is a mesh; leave one out", name, o.out)
		}
	}
	return nil
}

// renderMesh writes states of a record, from the first to the last number, as key frames of a mesh.
func (a App) renderMesh(ctx context.Context, o *renderOptions, x *play.Record, first, last int) error {
	if err := makeFolderOf(o.out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	var bar *terminal.Bar
	w := o.showing()
	w.Told = func(done, of int) {
		if bar == nil {
			bar = terminal.NewBar(a.Stderr, filepath.Base(o.out), int64(of), 0)
			bar.Unit = "frame"
		}
		bar.Set(int64(done))
	}
	m, notes, err := w.WriteMoving(ctx, o.out, x, first, last)
	if bar != nil {
		bar.Clear()
	}
	if err != nil {
		return err
	}
	if all := last - first + 1; len(m.Times) > 1 && all > len(m.Times) {
		a.note("note: %d of %d states are key frames, with straight lines between them; --frames %d writes all", len(m.Times), all, all)
	}
	for _, note := range notes {
		a.note("note: %s", note)
	}
	return a.printf("wrote %s: %s of %s, %s, %s: %.3g s to %.3g s\n", o.out, words.Counted(len(m.Times), "key frame"), words.Counted(m.Vertices, "vertex"),
		words.Counted(len(m.Triangles), "triangle"), words.Counted(len(m.Lines), "line"), m.Times[0], m.Times[len(m.Times)-1])
}
