package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh"
	"hooke/model"
)

// optionsFrom are the options that a mesh gives its file or preset.
func optionsFrom(t *tomlTable) (Options, error) {
	o := Options{
		Pitch: t.number("pitch", 0), PerMass: int(min(t.whole("per_mass"), math.MaxInt32)),
		As: t.text("as"), Fill: t.text("fill"), Up: t.text("up"), Pin: t.text("pin"),
		Density: t.number("density", 0), Stiffness: t.number("stiffness", 0), Modulus: t.number("modulus", 0),
		DampingRatio: t.number("damping_ratio", 0), Undamped: t.flag("undamped"),
		Units: t.text("units"), Weld: t.number("weld", 0), KeepDuplicates: t.flag("keep_duplicates"),
		Stiffen: t.text("stiffen"), MassFile: t.text("mass_file"),
	}
	if v := t.value("springs"); v != nil {
		o.Springs = v.whole()
		if count, err := ParseCount(v.text); err == nil {
			o.Springs = count
		}
	}
	var err error
	if o.Size, err = t.sizes("masses"); err != nil {
		return o, &OptionError{"masses", err.Error()}
	}
	o.Seed = uint64(t.whole("seed"))
	if scalesItself(t) {
		o.Scale = t.number("scale", 0)
	}
	return o, nil
}

// checkMeshes holds the options of files and presets against each other.
func (f *tomlFile) checkMeshes() {
	any := false
	for _, t := range f.tables {
		if t.name != "mesh" {
			continue
		}
		any = true
		word := t.text("make")
		if t.value("stiffness") == nil && t.value("material") == nil && (word == "lattice" || word == "cloth" || word == "rope") {
			f.faultIn(t, "stiffness is missing: k of springs [N/m]; give it, or a material")
		}
	}
	if !any && len(f.faults) == 0 {
		f.fault(span{}, "there is no [[mesh]]; give one, such as preset = \"cube\" or file = \"robot.obj\"")
	}
	f.each("mesh", func(t *tomlTable) {
		if t.value("material") != nil {
			for _, key := range []string{"stiffness", "shear_stiffness", "bend_stiffness", "damping_ratio", "undamped"} {
				if t.value(key) != nil {
					f.faultAt(t, key, "%s: material is given too; give one of the two", key)
				}
			}
		}
		if t.value("make") != nil {
			if t.value("mass") != nil && t.value("density") != nil {
				f.faultAt(t, "density", "mass is given too; give one of the two")
			}
			for _, key := range []string{"masses", "cells"} {
				if _, err := t.sizes(key); err != nil {
					f.faultAt(t, key, "%s: %v", key, err)
				}
			}
			return
		}
		o, err := optionsFrom(t)
		if err == nil {
			err = o.validate()
		}
		if name := t.text("preset"); err == nil && name != "" {
			err = o.onlyFor(name, presetOf(name).accepts)
		}
		f.optionFaults(t, err)
	})
}

// optionFaults adds wrong options of a mesh as faults of their keys.
func (f *tomlFile) optionFaults(t *tomlTable, err error) {
	var option *OptionError
	several, many := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
	case many:
		for _, err := range several.Unwrap() {
			f.optionFaults(t, err)
		}
	case errors.As(err, &option):
		key := strings.ReplaceAll(option.Option, "-", "_")
		f.faultAt(t, key, "%s: %s", key, option.Reason)
	default:
		f.faultIn(t, "%s", strings.TrimPrefix(err.Error(), "scene: "))
	}
}

func presetOf(name string) Preset {
	for _, p := range presets() {
		if p.Name == name {
			return p
		}
	}
	return Preset{}
}

// makeMesh makes the structure of one [[mesh]], before it is moved.
func (f *tomlFile) makeMesh(t *tomlTable, folder string) (*Scene, error) {
	o, _ := optionsFrom(t)
	if o.Fill == "truss" && t.value("seed") == nil {
		o.Seed = uint64(f.one("run").whole("seed"))
	}
	if name := t.text("preset"); name != "" {
		return presetOf(name).make(o)
	}
	if name := t.text("file"); name != "" {
		path, err := inside(folder, name)
		if err != nil {
			return nil, err
		}
		if o.MassFile != "" {
			if o.MassFile, err = inside(folder, o.MassFile); err != nil {
				return nil, &OptionError{"mass-file", err.Error()}
			}
		}
		return openFile(path, o)
	}
	m, err := makeOf(t)
	if err != nil {
		return nil, err
	}
	return &Scene{Model: m}, nil
}

// inside is the path of a file below a folder, links followed.
func inside(folder, name string) (string, error) {
	path := filepath.Join(folder, filepath.FromSlash(name))
	real, err := filepath.EvalSymlinks(path)
	if missing := (*fs.PathError)(nil); errors.As(err, &missing) {
		return "", fmt.Errorf("%s: %w", path, missing.Err)
	} else if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", err
	}
	if below, err := filepath.Rel(root, real); err != nil || !filepath.IsLocal(below) {
		return "", fmt.Errorf("%s is a link that leads out of the folder of the scene file; copy the file into it", path)
	}
	return path, nil
}

// makeOf makes what a generator makes.
func makeOf(t *tomlTable) (*model.Model, error) {
	n, _ := t.sizes("masses")
	h := t.number("spacing", 0)
	ratio := t.number("damping_ratio", 0)
	stiffness := t.number("stiffness", 1) // not given: a material takes its place
	switch t.text("make") {
	case "cube":
		return mesh.Cube(0)
	case "lattice":
		if n, err := cubic(n, "masses"); err != nil {
			return nil, err
		} else if err := latticeFits(n[0], n[1], n[2], or13(t)); err != nil {
			return nil, err
		} else {
			return mesh.Lattice(mesh.LatticeSpec{Nx: n[0], Ny: n[1], Nz: n[2], PerMass: int(t.whole("per_mass")), Spacing: h,
				Mass: t.number("mass", t.number("density", solidDensity)*h*h*h), Stiffness: stiffness, DampingRatio: ratio})
		}
	case "solid":
		n, _ = t.sizes("cells")
		if n, err := cubic(n, "cells"); err != nil {
			return nil, err
		} else if err := latticeFits(n[0]+1, n[1]+1, n[2]+1, 13); err != nil {
			return nil, err
		} else {
			return mesh.Solid(mesh.SolidSpec{Nx: n[0], Ny: n[1], Nz: n[2], Spacing: h, Young: t.number("modulus", 0),
				Density: t.number("density", solidDensity), DampingRatio: ratio})
		}
	case "cloth":
		nx, ny, err := clothSize(Options{Size: n}, 0)
		if err != nil {
			return nil, err
		}
		k := clothRatios(stiffness)
		k.Shear, k.Bend = t.number("shear_stiffness", k.Shear), t.number("bend_stiffness", k.Bend)
		return mesh.Cloth(mesh.ClothSpec{Nx: nx, Ny: ny, Spacing: h, Mass: t.number("mass", t.number("density", clothDensity)*h*h),
			Stiffness: k, DampingRatio: ratio})
	}
	masses, err := ropeSize(Options{Size: n}, 0)
	if err != nil {
		return nil, err
	}
	length := t.number("length", 0)
	return mesh.Rope(mesh.RopeSpec{Masses: masses, Length: length, Span: t.number("span", 0),
		Mass:      t.number("mass", t.number("density", lineDensity)*length/float64(masses-1)),
		Stiffness: stiffness, DampingRatio: ratio})
}

func or13(t *tomlTable) int { return Options{PerMass: int(t.whole("per_mass"))}.perMass() }

// cubic is one number for all axes, or three.
func cubic(n [3]int, key string) ([3]int, error) {
	switch {
	case n[0] > 0 && n[1] == 0 && n[2] == 0:
		return [3]int{n[0], n[0], n[0]}, nil
	case n[0] == 0 || n[1] == 0 || n[2] == 0:
		return n, &OptionError{key, "give one number, or three"}
	}
	return n, nil
}

// scalesItself says whether a mesh is scaled before springs are made of it.
func scalesItself(t *tomlTable) bool {
	return t.value("file") != nil || slices.Contains(presetOf(t.text("preset")).accepts, "scale")
}

// place is where a mesh goes.
type place struct {
	scale      float64
	turn       mgl64.Quat // zero: not at all
	move       model.Vec3 // [m]
	velocity   model.Vec3 // [m/s]
	whole      string     // group of all of it; empty: none
	replacedBy *model.Material
}

func placeFrom(t *tomlTable) place {
	p := place{scale: 1, turn: t.turn("turn"), move: t.vector("move", model.Vec3{}), velocity: t.vector("velocity", model.Vec3{}), whole: t.text("name")}
	if !scalesItself(t) {
		p.scale = t.number("scale", 1)
	}
	return p
}

// asIs says that nothing happens to the mesh.
func (p place) asIs() bool { return p == place{scale: 1} }

// prepare scales the mesh and gives it its material; it is the mesh's only owner.
func (p place) prepare(s *Scene) {
	m := s.Model
	if s.Start == nil {
		s.Start = m.Start()
	}
	if p.scale != 1 {
		for i := range m.RestPosition {
			m.RestPosition[i] = m.RestPosition[i].Mul(p.scale)
			s.Start.Position[i] = s.Start.Position[i].Mul(p.scale)
		}
		for i := range m.RestLength {
			m.RestLength[i] *= p.scale
		}
	}
	if p.replacedBy != nil {
		m.Materials, m.Own = []model.Material{m.Materials[model.Removed], *p.replacedBy}, nil
		for i, material := range m.MaterialOf {
			m.MaterialOf[i] = min(material, 1)
		}
	}
}

// put moves the start of a mesh that was merged.
func (p place) put(s *model.State) {
	for i := range s.Position {
		if p.turn != (mgl64.Quat{}) {
			s.Position[i], s.Velocity[i] = p.turn.Rotate(s.Position[i]), p.turn.Rotate(s.Velocity[i])
		}
		s.Position[i] = s.Position[i].Add(p.move)
		s.Velocity[i] = s.Velocity[i].Add(p.velocity)
	}
}

// assemble makes the meshes and joins them.
func (f *tomlFile) assemble(name, folder string) *Scene {
	var parts []mesh.Part
	var made []*Scene
	var places []place
	var tables []*tomlTable
	out := &Scene{}
	muscles := 0
	f.each("mesh", func(t *tomlTable) {
		s, err := f.makeMesh(t, folder)
		if err != nil {
			f.optionFaults(t, err)
			return
		}
		p := placeFrom(t)
		if material := t.text("material"); material != "" {
			f.each("material", func(t *tomlTable) {
				if t.text("name") == material {
					m := materialFrom(t)
					p.replacedBy = &m
				}
			})
		}
		p.prepare(s)
		part := mesh.Part{Model: s.Model, Name: t.text("name"), Turn: p.turn, Move: p.move, FirstActuator: muscles}
		tables = append(tables, t)
		parts, made, places = append(parts, part), append(made, s), append(places, p)
		muscles += len(s.Params.Actuators)
		out.Params.Actuators = append(out.Params.Actuators, s.Params.Actuators...)
		out.Report.Notes = append(out.Report.Notes, s.Report.Notes...)
	})
	if len(f.faults) > 0 {
		return nil
	}
	if len(parts) == 1 {
		out.Report = made[0].Report
	}
	if len(parts) == 1 && places[0].asIs() {
		out.Model, out.Start = made[0].Model, made[0].Start
		out.Model.Name = name
		return out
	}
	m, err := mesh.Merge(name, parts...)
	if err != nil {
		f.blame(tables, parts, err)
		return nil
	}
	out.Model, out.Start = m, &model.State{}
	for i, p := range places {
		p.put(made[i].Start)
		first := uint32(len(out.Start.Position))
		out.Start.Position = append(out.Start.Position, made[i].Start.Position...)
		out.Start.Velocity = append(out.Start.Velocity, made[i].Start.Velocity...)
		if p.whole == "" {
			continue
		}
		all := model.Group{Name: p.whole}
		for mass := range made[i].Model.RestPosition {
			all.Masses = append(all.Masses, first+uint32(mass))
		}
		if at := slices.IndexFunc(m.Groups, func(g model.Group) bool { return g.Name == p.whole }); at >= 0 {
			m.Groups[at].Masses = append(m.Groups[at].Masses, all.Masses...)
		} else {
			m.Groups = append(m.Groups, all)
		}
	}
	return out
}

// blame adds an error of a merge as a fault of the part that cannot be merged
// alone, or of the last one when it is too much.
func (f *tomlFile) blame(tables []*tomlTable, parts []mesh.Part, err error) {
	for i, p := range parts {
		if _, alone := mesh.Merge(p.Name, p); alone != nil {
			text := alone.Error()
			if _, rest, found := strings.Cut(text, "): "); found {
				text = rest
			}
			f.faultIn(tables[i], "%s", text)
			return
		}
	}
	f.faultIn(tables[len(tables)-1], "%s", strings.TrimPrefix(err.Error(), "mesh: merge: "))
}
