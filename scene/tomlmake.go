package scene

import (
	"hooke/mesh/build"
	"hooke/model"
)

// makeOf makes what a generator makes.
func makeOf(t *tomlTable) (*model.Model, error) {
	n, _ := t.sizes("masses")
	h := t.number("spacing", 0)
	ratio := t.number("damping_ratio", 0)
	stiffness := t.number("stiffness", 1) // not given: a material takes its place
	switch t.text("make") {
	case "cube":
		return build.Cube(0)
	case "lattice":
		if n, err := cubic(n, "masses"); err != nil {
			return nil, err
		} else if err := latticeFits(n[0], n[1], n[2], or13(t)); err != nil {
			return nil, err
		} else {
			return build.Lattice(build.LatticeSpec{Nx: n[0], Ny: n[1], Nz: n[2], PerMass: int(t.whole("per_mass")), Spacing: h,
				Mass: t.number("mass", t.number("density", solidDensity)*h*h*h), Stiffness: stiffness, DampingRatio: ratio})
		}
	case "solid":
		n, _ = t.sizes("cells")
		if n, err := cubic(n, "cells"); err != nil {
			return nil, err
		} else if err := latticeFits(n[0]+1, n[1]+1, n[2]+1, 13); err != nil {
			return nil, err
		} else {
			return build.Solid(build.SolidSpec{Nx: n[0], Ny: n[1], Nz: n[2], Spacing: h, Young: t.number("modulus", 0),
				Density: t.number("density", solidDensity), DampingRatio: ratio})
		}
	case "cloth":
		nx, ny, err := clothSize(Options{Size: n}, 0)
		if err != nil {
			return nil, err
		}
		k := clothRatios(stiffness)
		k.Shear, k.Bend = t.number("shear_stiffness", k.Shear), t.number("bend_stiffness", k.Bend)
		return build.Cloth(build.ClothSpec{Nx: nx, Ny: ny, Spacing: h, Mass: t.number("mass", t.number("density", clothDensity)*h*h),
			Stiffness: k, DampingRatio: ratio})
	}
	masses, err := ropeSize(Options{Size: n}, 0)
	if err != nil {
		return nil, err
	}
	length := t.number("length", 0)
	return build.Rope(build.RopeSpec{Masses: masses, Length: length, Span: t.number("span", 0),
		Mass:      t.number("mass", t.number("density", lineDensity)*length/float64(masses-1)),
		Stiffness: stiffness, DampingRatio: ratio})
}

func or13(t *tomlTable) int { return Options{PerMass: int(t.whole("per_mass"))}.springsPerMass() }

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
