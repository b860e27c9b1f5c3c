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
	return []string{".obj", ".off", ".ply", ".stl", ".glb", ".vtu", ".npz", ".data"}
}

func (a App) convert() *cobra.Command {
	var flags modelFlags
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Write a mesh or a structure in another format",
		Long: "convert reads IN, a file of any format that hooke reads, and writes OUT, whose extension says as what:\n" +
			strings.Join(convertTo(), ", ") + ". What OUT cannot hold is told, or is an error where nothing sensible is left. With a\n" +
			"preset as IN, or with any of the flags below, the structure itself is built and its masses and springs are written.\n\n" + presetHelp(),
		Example: "  hooke convert spot.msh spot.vtu\n  hooke convert lattice lattice.npz --springs 56k\n  hooke convert lattice lattice.data --springs 56k",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("%d arguments given; name the file to read and the file to write", len(args))
			}
			return nil
		},
		RunE: work(func(cmd *cobra.Command, args []string) error {
			extension := strings.ToLower(filepath.Ext(args[1]))
			if !slices.Contains(convertTo(), extension) {
				return usagef("%s: formats that are written: %s", args[1], strings.Join(convertTo(), ", "))
			}
			preset := slices.ContainsFunc(scene.Presets(), func(p scene.Preset) bool { return p.Name == args[0] })
			var file *mesh.File
			if preset || flags.given() {
				s, err := a.open(cmd.Context(), &flags, args[:1], "")
				if err != nil {
					return err
				}
				file = &mesh.File{Name: s.Name, Format: "structure", Structure: s.Model, Actuators: s.Params.Actuators}
			} else {
				var err error
				if file, err = mesh.Read(args[0]); err != nil {
					return err
				}
			}
			for _, note := range file.Notes {
				a.note("note: %s", note)
			}
			return a.convertFile(file, args[1], extension)
		}),
	}
	flags.add(cmd)
	return cmd
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
	switch {
	case file.Structure != nil:
		a.note("note: only positions and springs as lines are written; %s holds no masses, rest lengths, materials, pins or velocities (.npz does)", extension)
	case len(file.Tets) > 0 && extension != ".vtu" && extension != ".npz":
		a.note("note: only the surface of the %d tetrahedra is written; .vtu and .npz hold them", len(file.Tets))
		s.Tets = nil
	}
	if file.TetLabels != nil || file.FaceLabels != nil || file.VertexLabels != nil {
		a.note("note: labels are left out")
	}
	var err error
	if extension == ".npz" {
		err = export.WriteSolidNPZ(out, s)
	} else {
		write := map[string]func(io.Writer, export.Surface) error{
			".obj": export.WriteOBJ, ".off": export.WriteOFF, ".ply": export.WritePLY, ".stl": export.WriteSTL, ".glb": export.WriteGLB,
			".vtu": func(w io.Writer, _ export.Surface) error { return export.WriteVTU(w, s) },
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
	return export.Solid{Surface: export.Surface{Vertices: f.Vertices, Corners: f.Corners, FaceStart: f.FaceStart, Lines: f.Lines}, Tets: file.Tets}
}
