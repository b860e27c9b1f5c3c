package toml

import (
	"cmp"
	"math"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
)

// makeOf returns the model of a generator.
func makeOf(t *parse.Table) (*model.Model, error) {
	n, _ := t.Sizes("masses")
	h := t.Number("spacing", 0)
	ratio := t.Number("damping_ratio", 0)
	stiffness := t.Number("stiffness", 1) // not given: a material replaces it
	switch t.Text("make") {
	case "cube":
		return build.Cube(0)
	case "lattice":
		if n, err := cubic(n, "masses"); err != nil {
			return nil, err
		} else if err := tune.LatticeFits(n[0], n[1], n[2], or13(t)); err != nil {
			return nil, err
		} else {
			return build.Lattice(build.LatticeSpec{Nx: n[0], Ny: n[1], Nz: n[2], PerMass: int(t.Whole("per_mass")), Spacing: h,
				Mass: t.Number("mass", build.LatticeMass(n[0], n[1], n[2], h, t.Number("density", tune.SolidDensity))), Stiffness: stiffness, DampingRatio: ratio})
		}
	case "solid":
		n, _ = t.Sizes("cells")
		if n, err := cubic(n, "cells"); err != nil {
			return nil, err
		} else if err := tune.LatticeFits(n[0]+1, n[1]+1, n[2]+1, 13); err != nil {
			return nil, err
		} else {
			return build.Solid(build.SolidSpec{Nx: n[0], Ny: n[1], Nz: n[2], Spacing: h, Young: t.Number("modulus", 0),
				Density: t.Number("density", tune.SolidDensity), DampingRatio: ratio})
		}
	case "cloth":
		nx, ny, err := tune.ClothSize(scene.Options{Size: n}, 0)
		if err != nil {
			return nil, err
		}
		k := tune.ClothRatios(stiffness)
		if bends(t) {
			k.Bend = 0
		}
		k.Shear, k.Bend = t.Number("shear_stiffness", k.Shear), t.Number("bend_stiffness", k.Bend)
		return build.Cloth(build.ClothSpec{Nx: nx, Ny: ny, Spacing: h, Mass: t.Number("mass", build.ClothMass(nx, ny, h, t.Number("density", tune.ClothDensity))),
			Stiffness: k, DampingRatio: ratio})
	}
	masses, err := tune.RopeSize(scene.Options{Size: n}, 0, 2)
	if err != nil {
		return nil, err
	}
	if word := t.Text("make"); word == "helix" || word == "ring" {
		c := build.CoilSpec{Masses: masses, Radius: t.Number("radius", 0), Turns: t.Number("turns", 0), Pitch: t.Number("rise", 0), Stiffness: stiffness, DampingRatio: ratio}
		way := math.Hypot(2*math.Pi*c.Radius, c.Pitch) * cmp.Or(c.Turns, 1)
		c.Mass = t.Number("mass", build.RopeMass(masses, way, t.Number("density", tune.LineDensity)))
		return build.Coil(c)
	}
	length := t.Number("length", 0)
	return build.Rope(build.RopeSpec{Masses: masses, Length: length, Span: t.Number("span", 0),
		Mass:      t.Number("mass", build.RopeMass(masses, length, t.Number("density", tune.LineDensity))),
		Stiffness: stiffness, DampingRatio: ratio})
}

func or13(t *parse.Table) int {
	return scene.Options{PerMass: int(t.Whole("per_mass"))}.SpringsPerMass()
}

// cubic is one number for all axes, or three.
func cubic(n [3]int, key string) ([3]int, error) {
	switch {
	case n[0] > 0 && n[1] == 0 && n[2] == 0:
		return [3]int{n[0], n[0], n[0]}, nil
	case n[0] == 0 || n[1] == 0 || n[2] == 0:
		return n, &scene.OptionError{Option: key, Reason: "give one number, or three"}
	}
	return n, nil
}
