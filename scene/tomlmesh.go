package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"hooke/safefile"
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
func (f *sceneFile) checkMeshes() {
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
	if !any && !f.faulty() {
		f.fault(span{}, "there is no [[mesh]]; give one, such as preset = \"cube\" or file = \"robot.obj\"")
	}
	f.each("mesh", func(t *tomlTable) {
		f.checkGround(t)
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

// optionFaults adds wrong options of a mesh as faults of their keys, and what is wrong
// with its file as one of that key.
func (f *sceneFile) optionFaults(t *tomlTable, err error) {
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
		f.faultAt(t, "file", "%s", strings.TrimPrefix(err.Error(), "scene: "))
	}
}

// makeMesh makes the structure of one [[mesh]], before it is moved.
func (f *sceneFile) makeMesh(t *tomlTable, folder string) (*Scene, error) {
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

// inside is the path of a file that a scene names, below its folder, links followed. It
// is one that can be read to its end.
func inside(folder, name string) (string, error) {
	path, err := safefile.Inside(folder, name, theSceneFile)
	if err != nil {
		return "", err
	}
	err = safefile.Regular(path)
	if missing := (*fs.PathError)(nil); errors.As(err, &missing) {
		return "", fmt.Errorf("%s: %w", path, missing.Err)
	}
	return path, err
}

// scalesItself says whether a mesh is scaled before springs are made of it.
func scalesItself(t *tomlTable) bool {
	return t.value("file") != nil || slices.Contains(presetOf(t.text("preset")).accepts, "scale")
}
