package toml

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"hooke/files/safefile"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/meshfile"
	"hooke/scene/preset"
	"hooke/scene/toml/parse"
)

// optionsFrom returns the options that a mesh gives its file or preset.
func optionsFrom(t *parse.Table) (scene.Options, error) {
	o := scene.Options{
		Pitch: t.Number("pitch", 0), PerMass: int(min(t.Whole("per_mass"), math.MaxInt32)),
		As: t.Text("as"), Fill: t.Text("fill"), Up: t.Text("up"), Pin: t.Text("pin"),
		Density: t.Number("density", 0), Stiffness: t.Number("stiffness", 0), Modulus: t.Number("modulus", 0),
		DampingRatio: t.Number("damping_ratio", 0), Undamped: t.Flag("undamped"),
		Units: t.Text("units"), Weld: t.Number("weld", 0), KeepDuplicates: t.Flag("keep_duplicates"),
		Stiffen: t.Text("stiffen"), MassFile: t.Text("mass_file"),
	}
	if v := t.Value("springs"); v != nil {
		o.Springs = v.Whole()
		if count, err := scene.ParseCount(v.Text); err == nil {
			o.Springs = count
		}
	}
	var err error
	if o.Size, err = t.Sizes("masses"); err != nil {
		return o, &scene.OptionError{Option: "masses", Reason: err.Error()}
	}
	o.Seed = uint64(t.Whole("seed"))
	if scalesItself(t) {
		o.Scale = t.Number("scale", 0)
	}
	return o, nil
}

// checkMeshes checks the options of files and presets against each other.
func (f *sceneFile) checkMeshes() {
	any := false
	for _, t := range f.Tables {
		any = any || t.Name == "mass"
		if t.Name != "mesh" {
			continue
		}
		any = true
		word := t.Text("make")
		if t.Value("stiffness") == nil && t.Value("material") == nil && slices.Contains([]string{"lattice", "cloth", "rope", "helix", "ring"}, word) {
			f.FaultIn(t, "stiffness is missing: k of springs [N/m]; give it, or a material")
		}
		if word == "truss" {
			f.checkTruss(t)
		}
	}
	if !any && !f.Faulty() {
		f.Fault(parse.Span{}, "there is no [[mesh]] and no [[mass]]; give a mesh, such as preset = \"cube\" or file = \"robot.obj\"")
	}
	f.Each("mesh", func(t *parse.Table) {
		f.checkGround(t)
		if t.Value("material") != nil {
			for _, key := range []string{"stiffness", "shear_stiffness", "bend_stiffness", "damping_ratio", "undamped"} {
				if t.Value(key) != nil {
					f.FaultAt(t, key, "%s: material is given too; give one of the two", key)
				}
			}
		}
		if t.Value("make") != nil {
			if t.Value("mass") != nil && t.Value("density") != nil {
				f.FaultAt(t, "density", "mass is given too; give one of the two")
			}
			for _, key := range []string{"masses", "cells"} {
				if _, err := t.Sizes(key); err != nil {
					f.FaultAt(t, key, "%s: %v", key, err)
				}
			}
			return
		}
		o, err := optionsFrom(t)
		if err == nil {
			err = o.Validate()
		}
		if name := t.Text("preset"); err == nil && name != "" {
			err = o.OnlyFor(name, preset.Of(name).Accepts)
		}
		f.optionFaults(t, err)
	})
}

// checkTruss holds the keys of a truss in a box against each other.
func (f *sceneFile) checkTruss(t *parse.Table) {
	given := slices.DeleteFunc([]string{"stiffness", "modulus", "material"}, func(key string) bool { return t.Value(key) == nil })
	switch {
	case len(given) == 0:
		f.FaultIn(t, "modulus is missing: Young's modulus [Pa]; give it, a stiffness, or a material")
	case len(given) > 1 && given[1] == "modulus":
		f.FaultAt(t, "modulus", "modulus: stiffness is given too; give one of the two")
	case len(given) > 1 && given[0] == "modulus":
		f.FaultAt(t, "modulus", "modulus: material is given too; give one of the two")
	}
	if t.Value("springs") == nil && t.Value("pitch") == nil {
		f.FaultIn(t, "springs is missing: how many are wanted; give it, or a pitch")
	} else if t.Value("springs") != nil && t.Value("pitch") != nil {
		f.FaultAt(t, "pitch", "pitch: springs is given too; give one of the two")
	}
}

// optionFaults adds wrong options of a mesh as faults of their keys, and a fault of its file
// as one of that key.
func (f *sceneFile) optionFaults(t *parse.Table, err error) {
	var option *scene.OptionError
	several, many := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
	case many:
		for _, err := range several.Unwrap() {
			f.optionFaults(t, err)
		}
	case errors.As(err, &option):
		key := strings.ReplaceAll(option.Option, "-", "_")
		f.FaultAt(t, key, "%s: %s", key, option.Reason)
	default:
		words := strings.TrimPrefix(err.Error(), "scene: ")
		if name := t.Text("file"); name != "" {
			_, words, _ = strings.Cut(words, name+": ")
		}
		f.FaultAt(t, cmp.Or(blamed(t, words), "file"), "%s", strings.TrimPrefix(err.Error(), "scene: "))
	}
}

// makeMesh makes the structure of one [[mesh]], before it is moved.
func (f *sceneFile) makeMesh(t *parse.Table, folder string) (*scene.Scene, error) {
	o, _ := optionsFrom(t)
	if seededByRun(t) {
		o.Seed = uint64(f.One("run").Whole("seed"))
	}
	if name := t.Text("preset"); name != "" {
		return preset.Of(name).Make(o)
	}
	if name := t.Text("file"); name != "" {
		path, err := inside(folder, name)
		if err != nil {
			return nil, err
		}
		if o.MassFile != "" {
			if o.MassFile, err = inside(folder, o.MassFile); err != nil {
				return nil, &scene.OptionError{Option: "mass-file", Reason: err.Error()}
			}
		}
		s, err := meshfile.Open(path, o)
		if err == nil && bends(t) {
			slackBends(s.Model)
		}
		return s, err
	}
	if t.Text("make") == "truss" {
		m, err := meshfile.TrussBox(t.Vector("size", model.Vec3{}), o)
		if err != nil {
			return nil, err
		}
		return &scene.Scene{Model: m}, nil
	}
	if t.Text("make") == "voxels" {
		return makeVoxels(f.File, t)
	}
	m, err := makeOf(t)
	if err != nil {
		return nil, err
	}
	return &scene.Scene{Model: m}, nil
}

// inside returns the path of a file that a scene names, below its folder, links followed. It
// is one that can be read to its end.
func inside(folder, name string) (string, error) {
	path, err := safefile.Inside(folder, name, parse.Owner)
	if err != nil {
		return "", err
	}
	err = safefile.Regular(path)
	if missing := (*fs.PathError)(nil); errors.As(err, &missing) {
		return "", fmt.Errorf("%s: %w", path, missing.Err)
	}
	return path, err
}

// scalesItself reports whether a mesh is scaled before springs are made of it.
func scalesItself(t *parse.Table) bool {
	return t.Value("file") != nil || slices.Contains(preset.Of(t.Text("preset")).Accepts, "scale")
}
