package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/physics/measure"
	"hooke/run"
	"hooke/run/export"
	"hooke/run/flags"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/words"
)

func (a App) convert() *cobra.Command {
	var flags flags.Structure
	var of string
	cmd := &cobra.Command{
		Use:     "convert IN OUT",
		GroupID: jobFiles,
		Short:   "Write a mesh, structure or trajectory in another format",
		Long: "convert reads IN and writes OUT in the format of its extension. IN decides what is written:\n\n" +
			"  a mesh file                         the mesh, as " + strings.Join(convertedExtensions()[:8], ", ") + ",\n" +
			"                                      " + strings.Join(convertedExtensions()[8:], ", ") + "\n" +
			"  a preset, a scene or a checkpoint   its masses and springs, in the same formats\n" +
			"  a mesh file with flags              the masses and springs that it becomes\n" +
			"  a trajectory (NPZ, LAMMPS dump)     its frames, as " + strings.Join(trajectoryTo(), ", ") + "\n\n" +
			"A note names everything that the format of OUT cannot hold.",
		Example: "  hooke convert spot.msh spot.vtu\n  hooke convert lattice lattice.data --springs 56k\n" +
			"  hooke convert out/checkpoint.hooke now.npz\n  hooke convert out/trajectory.npz out/trajectory.pvd --of cube",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("%d arguments given; name the file to read and the file to write", len(args))
			}
			return nil
		},
		RunE: work(func(cmd *cobra.Command, args []string) error {
			in, out, extension := args[0], args[1], strings.ToLower(filepath.Ext(args[1]))
			preset := slices.ContainsFunc(preset.All(), func(p preset.Preset) bool { return p.Name == in })
			if of != "" || !preset && isTrajectory(in) {
				return a.convertTrajectory(cmd.Context(), &flags, of, in, out, extension)
			}
			if !slices.Contains(convertedExtensions(), extension) {
				return usagef("%s: formats that are written: %s", out, strings.Join(convertedExtensions(), ", "))
			}
			var file *mesh.File
			var err error
			switch {
			case strings.EqualFold(filepath.Ext(in), ".hooke") && !preset:
				file, err = a.structureOfCheckpoint(cmd.Context(), in)
			case !preset && !strings.EqualFold(filepath.Ext(in), ".toml") && onlyTurned(flags.Resolve(), extension):
				file, err = readTurned(in, flags.Options.Up[0])
			case preset || flags.Given() || strings.EqualFold(filepath.Ext(in), ".toml"):
				var s *scene.Scene
				if s, err = a.open(cmd.Context(), &flags, args[:1], ""); err == nil {
					file = structureOf(s, s.Start)
				}
			default:
				file, err = format.Read(in)
			}
			if err != nil {
				return err
			}
			for _, note := range file.Notes {
				a.note("note: %s", note)
			}
			wrote, err := writeConverted(file, out, extension, a.note)
			if err != nil {
				return err
			}
			return a.printf("%s", wrote)
		}),
	}
	cmd.Flags().StringVar(&of, "of", "", "`preset` or file whose structure a trajectory shows, for springs, masses and groups")
	flags.Add(cmd)
	return cmd
}

// structureOf returns the structure of a scene in a state, as the content of a file. It lacks springs that have torn,
// with the triangles that they cut.
func structureOf(s *scene.Scene, state *model.State) *mesh.File {
	m := *s.Model.Aired(state.Changes).Changed(state.Changes)
	m.RestPosition = state.Position
	file := &mesh.File{Name: s.Name, Format: "structure", Structure: &m, Actuators: s.Params.Actuators}
	if slices.ContainsFunc(state.Velocity, func(v model.Vec3) bool { return v != model.Vec3{} }) {
		file.Velocity = state.Velocity
	}
	return file
}

// trajectoryTo returns the formats that convert writes trajectories in, by extension.
func trajectoryTo() []string { return []string{".npz", ".dump", ".pvd", ".vtkhdf", ".csv"} }

// errEnough ends the reading of a trajectory.
var errEnough = errors.New("enough")

// isTrajectory reports whether a file has frames. It is false for a file that cannot be
// read; reading it later gives the error.
func isTrajectory(path string) bool {
	extension := strings.ToLower(filepath.Ext(path))
	if extension != ".npz" && !play.IsDump(path) {
		return false
	}
	err := play.Read(path, func(*model.Snapshot, play.Changed) error { return errEnough })
	return err == nil || errors.Is(err, errEnough) || extension != ".npz" && !errors.Is(err, os.ErrNotExist)
}

// structureOfCheckpoint returns the structure of the run of a checkpoint, in the state of
// the checkpoint. Reopening the run fails for a state with a number that is not finite.
func (a App) structureOfCheckpoint(ctx context.Context, path string) (*mesh.File, error) {
	r, err := run.Reopen(ctx, path, a.reopening())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var state model.State
	if reader, ok := model.As[model.StateReader](r.Engine); ok {
		err = reader.ReadState(&state)
	} else {
		var snapshot model.Snapshot
		err = r.Engine.Read(&snapshot)
		state = *snapshot.State()
	}
	if err != nil {
		return nil, err
	}
	return structureOf(r.Scene, &state), nil
}

// convertTrajectory writes the frames of a file in another format. of names their
// structure; empty: free masses of 1 kg.
func (a App) convertTrajectory(ctx context.Context, flags *flags.Structure, of, in, path, extension string) error {
	if !slices.Contains(trajectoryTo(), extension) {
		if _, moves := format.MovingAs(path); moves {
			return usagef("%s: hooke render %s --out %s writes a mesh that moves; convert writes trajectories as %s", path, in, path, strings.Join(trajectoryTo(), ", "))
		}
		return usagef("%s: formats that trajectories are written in: %s", path, strings.Join(trajectoryTo(), ", "))
	}
	var s *scene.Scene
	if of != "" {
		var err error
		flags.Options.StateGiven = true
		if s, err = a.open(ctx, flags, []string{of}, ""); err != nil {
			return err
		}
	} else if flags.Given() {
		return usagef("flags of a structure need --of, the preset or file that the trajectory is of")
	}
	out := run.Output{What: map[string]string{".npz": "npz", ".dump": "lammps", ".pvd": "vtu", ".vtkhdf": "vtkhdf", ".csv": "csv"}[extension], File: filepath.Base(path)}
	var series export.Series
	var muscles *measure.Muscles
	frames, moving := 0, false
	err := play.Read(in, func(state *model.Snapshot, changed play.Changed) (err error) {
		if s == nil {
			s = play.FreeMasses(state)
		}
		if series == nil {
			if series, err = out.Open(filepath.Dir(path), s); err != nil {
				return err
			}
		}
		f := &export.Frame{Snapshot: *state} // it shares the arrays of state
		if of != "" {
			if f.Changes, err = play.Changes(f.Changes, s.Model, changed); err != nil {
				return fmt.Errorf("%s: %w", in, err)
			}
		}
		if math.IsNaN(f.Time) { // the file has no times
			f.Time = float64(f.Step) * s.Params.DT
		}
		if muscles == nil {
			muscles = measure.NewMuscles(s.Params, min(s.Start.Time, f.Time))
		}
		f.RestScale = muscles.At(f.Time)
		moving = moving || slices.ContainsFunc(f.Velocity, func(v [3]float32) bool { return v != [3]float32{} })
		frames++
		return series.Frame(f)
	})
	if err == nil && series == nil {
		err = fmt.Errorf("%s: it has no frames", in)
	}
	if err != nil {
		if series != nil {
			series.Discard()
		}
		return err
	}
	if err := series.Close(); err != nil {
		return err
	}
	if !moving {
		a.note("note: no mass has a velocity in any frame of %s", in)
	}
	return a.printf("wrote %s: %s of %s\n", path, words.Counted(frames, "frame"), words.Counted(s.Model.MassCount(), "mass"))
}

// onlyTurned reports whether a mesh is only to be turned and written as a surface, so that
// no springs are made of it.
func onlyTurned(o scene.Options, extension string) bool {
	to, ok := format.WrittenAs(extension)
	return o.Up != "" && o == scene.Options{Up: o.Up} && ok && !to.Holds.Tets && !to.Holds.Structures
}

// readTurned reads a mesh and turns its axis up to z.
func readTurned(path string, up byte) (*mesh.File, error) {
	file, err := format.ReadOptions{KeepUp: true}.Read(path)
	if err != nil {
		return nil, err
	}
	if file.Structure != nil {
		return nil, &scene.OptionError{Option: "up", Reason: fmt.Sprintf("%s has its own masses and springs (%s); leave it out", file.Name, file.Format)}
	}
	file.Surface.TurnUp(up)
	return file, nil
}
