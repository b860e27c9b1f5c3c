package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/export"
	"hooke/mesh"
	"hooke/model"
	"hooke/scene"
)

// convertTo are the formats that convert writes, by extension.
func convertTo() []string {
	return []string{".obj", ".off", ".ply", ".stl", ".glb", ".vtu", ".vtk", ".msh", ".mesh", ".npz", ".data"}
}

func (a App) convert() *cobra.Command {
	var flags modelFlags
	var of string
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Write a mesh, a structure or a trajectory in another format",
		Long: "convert reads IN, a file of any format that hooke reads, and writes OUT, whose extension says as what:\n" +
			strings.Join(convertTo(), ", ") + ". What OUT cannot hold is told, or is an error where nothing sensible is left.\n" +
			"With a preset or a scene file as IN, or with any of the flags below, the structure itself is built and its masses\n" +
			"and springs are written; with a checkpoint those of its run, where they are then. A trajectory (NPZ, LAMMPS dump)\n" +
			"becomes " + strings.Join(trajectoryTo(), ", ") + "; --of says of which structure it is, for springs, masses and groups.\n\n" + presetHelp(),
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
			preset := slices.ContainsFunc(scene.Presets(), func(p scene.Preset) bool { return p.Name == in })
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
			case preset || flags.given() || strings.EqualFold(filepath.Ext(in), ".toml"):
				var s *scene.Scene
				if s, err = a.open(cmd.Context(), &flags, args[:1], ""); err == nil {
					file = structureOf(s, s.Start)
				}
			default:
				file, err = mesh.Read(in)
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
	flags.add(cmd)
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

// convertFile writes what a file holds.
func (a App) convertFile(file *mesh.File, out, extension string) error {
	if file.Structure != nil && extension == ".npz" {
		if m := file.Structure; m.ActuatorOf != nil {
			a.note("note: actuators are left out: %s has none", extension)
		}
		if err := export.WriteStructureNPZ(out, file.Structure, file.Velocity); err != nil {
			return err
		}
		return a.printf("wrote %s: %d masses, %d springs\n", out, file.Structure.MassCount(), file.Structure.SpringCount())
	}
	if extension == ".data" {
		return a.convertLAMMPS(file, out)
	}
	s := solidOf(file)
	surface, has := export.Surface{}, false
	if file.Structure != nil && !holdsTets(extension) {
		surface, has = export.SurfaceOf(file.Structure)
	}
	switch {
	case has:
		s.Surface = surface
		a.note("note: only the surface is written; %s holds no springs and what belongs to them (.npz does, .vtu has springs as lines)", extension)
	case file.Structure != nil:
		a.note("note: only positions and springs as lines are written; %s holds no masses, rest lengths, materials, pins or velocities (.npz does)", extension)
	case len(file.Tets) > 0 && !holdsTets(extension) && extension != ".npz":
		a.note("note: only the surface of the %d tetrahedra is written; .vtu, .vtk, .msh, .mesh and .npz hold them", len(file.Tets))
		s.Tets = nil
	}
	a.noteLabels(file, extension)
	solid := func(write func(io.Writer, export.Solid) error) func(io.Writer, export.Surface) error {
		return func(w io.Writer, _ export.Surface) error { return write(w, s) }
	}
	var err error
	if extension == ".npz" {
		err = export.WriteSolidNPZ(out, s)
	} else {
		write := map[string]func(io.Writer, export.Surface) error{
			".obj": export.WriteOBJ, ".off": export.WriteOFF, ".ply": export.WritePLY, ".stl": export.WriteSTL, ".glb": export.WriteGLB,
			".vtu": solid(export.WriteVTU), ".vtk": solid(export.WriteVTK), ".msh": solid(export.WriteGmsh), ".mesh": solid(export.WriteMEDIT),
		}[extension]
		err = export.WriteFile(out, func(w io.Writer) error { return write(w, s.Surface) })
	}
	if err != nil {
		return err
	}
	return a.printf("wrote %s: %d vertices, %d polygons, %d lines, %d tetrahedra\n", out, len(s.Vertices), max(0, len(s.FaceStart)-1), len(s.Lines), len(s.Tets))
}

// convertLAMMPS writes a structure for LAMMPS.
func (a App) convertLAMMPS(file *mesh.File, out string) error {
	m := file.Structure
	if m == nil {
		return fmt.Errorf("%s: LAMMPS data files hold masses and springs, and %s is a mesh: make springs of it with --as or --fill", out, file.Name)
	}
	damped := slices.ContainsFunc(m.Materials, func(material model.Material) bool { return material.Damps() })
	for _, lost := range []struct {
		there bool
		text  string
	}{
		{damped, "dampers are left out: LAMMPS' harmonic bonds have none"},
		{m.Pin != nil, "pins are left out; pinned masses have atom types of their own"},
		{m.ActuatorOf != nil, "actuators are left out"},
	} {
		if lost.there {
			a.note("note: %s", lost.text)
		}
	}
	if err := export.WriteFile(out, func(w io.Writer) error { return export.WriteLAMMPS(w, m, file.Velocity) }); err != nil {
		return err
	}
	return a.printf("wrote %s: %d atoms, %d bonds\n", out, m.MassCount(), m.SpringCount())
}

// solidOf is what the writers of meshes take; springs become lines.
func solidOf(file *mesh.File) export.Solid {
	if m := file.Structure; m != nil {
		s := export.Solid{Surface: export.Surface{Vertices: m.RestPosition}}
		for i, ends := range m.Ends {
			if m.MaterialOf[i] != model.Removed {
				s.Lines = append(s.Lines, ends)
			}
		}
		return s
	}
	f := file.Surface
	labels := export.Labels{Vertices: file.VertexLabels, Lines: file.LineLabels, Faces: file.FaceLabels, Tets: file.TetLabels}
	for _, n := range file.LabelNames {
		labels.Names = append(labels.Names, export.LabelName(n))
	}
	return export.Solid{
		Surface: export.Surface{Vertices: f.Vertices, Corners: f.Corners, FaceStart: f.FaceStart, Lines: f.Lines}, Tets: file.Tets, Labels: labels,
	}
}

// holdsTets says whether a format of meshes has tetrahedra, and labels of cells.
func holdsTets(extension string) bool {
	return slices.Contains([]string{".vtu", ".vtk", ".msh", ".mesh"}, extension)
}

// noteLabels says which labels a format does not hold.
func (a App) noteLabels(file *mesh.File, extension string) {
	cells := file.TetLabels != nil || file.FaceLabels != nil || file.LineLabels != nil
	switch {
	case cells && !holdsTets(extension) || file.VertexLabels != nil && extension != ".mesh" && !cells:
		a.note("note: labels are left out")
	case file.VertexLabels != nil && extension != ".mesh":
		a.note("note: labels of vertices are left out; .mesh holds them")
	}
	if holdsTets(extension) && extension != ".msh" && len(file.LabelNames) > 0 {
		a.note("note: names of labels are left out, their numbers stay; .msh holds both")
	}
}
