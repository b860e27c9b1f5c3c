package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/terminal"
	"hooke/files/safefile"
	"hooke/mesh/format"
	"hooke/run"
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
// pictures. It sets the default number of key frames.
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
	if o.frames == 0 {
		as, _ := format.MovingAs(o.out)
		o.frames = as.Frames
	}
	return nil
}

// renderMesh writes the states of shots as key frames of a mesh.
func (a App) renderMesh(ctx context.Context, o *renderOptions, x *play.Record, shots []play.Shot) error {
	states := make([]int, len(shots))
	for k, s := range shots {
		states[k] = s.State
	}
	if all := states[len(states)-1] - states[0] + 1; len(states) > 1 && all > len(states) {
		a.note("note: %d of %s are key frames, with straight lines between them; --frames %d writes all", len(states), words.Counted(all, "state"), all)
	}
	m, notes, err := x.Moving(states, o.look.Shown().Show)
	if err != nil {
		return err
	}
	for _, note := range notes {
		a.note("note: %s", note)
	}
	if err := makeFolderOf(o.out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	bar := terminal.NewBar(a.Stderr, filepath.Base(o.out), int64(len(states)), 0)
	bar.Unit = "frame"
	defer bar.Clear()
	at := m.At
	m.At = func(k int) ([][3]float32, error) {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("%w at frame %d of %d; %s is not written", run.ErrInterrupted, k, len(states), o.out)
		}
		bar.Set(int64(k + 1))
		return at(k)
	}
	as, _ := format.MovingAs(o.out)
	if err := safefile.WriteNamed(o.out, func(w io.Writer) error { return as.Write(w, m) }); err != nil {
		return err
	}
	bar.Clear()
	return a.printf("wrote %s: %s of %s, %s, %s: %.3g s to %.3g s\n", o.out, words.Counted(len(states), "key frame"), words.Counted(m.Vertices, "vertex"),
		words.Counted(len(m.Triangles), "triangle"), words.Counted(len(m.Lines), "line"), m.Times[0], m.Times[len(states)-1])
}
