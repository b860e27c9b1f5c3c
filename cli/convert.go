package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/flags"
	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/preset"
)

// convertTo are the formats that convert writes, by extension.
func convertTo() (extensions []string) {
	for _, f := range format.Written() {
		extensions = append(extensions, f.Written...)
	}
	return extensions
}

func (a App) convert() *cobra.Command {
	var flags flags.Structure
	var of string
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Write a mesh, a structure or a trajectory in another format",
		Long: "convert reads IN, a file of any format that hooke reads, and writes OUT, whose extension says as what:\n" +
			strings.Join(convertTo(), ", ") + ". What OUT cannot hold is told, or is an error where nothing sensible is left.\n" +
			"With a preset or a scene file as IN, or with any of the flags below, the structure itself is built and its masses\n" +
			"and springs are written; with a checkpoint those of its run, where they are then. A trajectory (NPZ, LAMMPS dump)\n" +
			"becomes " + strings.Join(trajectoryTo(), ", ") + "; --of says of which structure it is, for springs, masses and groups.",
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
			if !slices.Contains(convertTo(), extension) {
				return usagef("%s: formats that are written: %s", out, strings.Join(convertTo(), ", "))
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
			return a.convertFile(file, out, extension)
		}),
	}
	cmd.Flags().StringVar(&of, "of", "", "preset or file of the structure that a trajectory is of, with the flags below as for run")
	flags.Add(cmd)
	return cmd
}

// structureOf is the structure of a scene in a state, as a file holds it.
func structureOf(s *scene.Scene, state *model.State) *mesh.File {
	m := *s.Model
	m.RestPosition = state.Position
	file := &mesh.File{Name: s.Name, Format: "structure", Structure: &m, Actuators: s.Params.Actuators}
	if slices.ContainsFunc(state.Velocity, func(v model.Vec3) bool { return v != model.Vec3{} }) {
		file.Velocity = state.Velocity
	}
	return file
}
