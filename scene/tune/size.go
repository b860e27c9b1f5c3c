package tune

import (
	"fmt"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/scene"
)

// LatticeFits returns an error where a lattice of nx × ny × nz masses with perMass springs
// each (3, 9 or 13) cannot be made, and an error that wraps ErrMemory where it does not fit
// the memory.
func LatticeFits(nx, ny, nz, perMass int) error {
	masses, springs, err := build.LatticeCount(nx, ny, nz, perMass)
	if err != nil {
		return err
	}
	return fitsMemory(masses, springs)
}

// ClothSize returns how many masses a cloth has along its two sides: as many as the options
// ask for, or choice where they ask for none. An error says why there is no such cloth; it
// is a *scene.OptionError, wraps ErrMemory, or comes from package build.
func ClothSize(o scene.Options, choice int) (nx, ny int, err error) {
	nx, ny = choice, choice
	switch {
	case o.Springs > 0:
		side, err := build.ClothSide(o.Springs)
		if err != nil {
			return 0, 0, err
		}
		nx, ny = side, side
	case o.Size[2] > 1:
		return 0, 0, &scene.OptionError{Option: "masses", Reason: "a cloth has two sizes; leave out the third"}
	case o.Size[0] > 0:
		nx, ny = o.Size[0], o.Size[0]
		if o.Size[1] > 0 {
			ny = o.Size[1]
		}
	}
	count, springs, err := build.ClothCount(nx, ny)
	if err != nil {
		return 0, 0, err
	}
	return nx, ny, fitsMemory(count, springs)
}

// RopeSize returns the number of masses of a rope, at least least and 2: as many as the
// options ask for, or choice where they ask for none. An error is a *scene.OptionError, or wraps ErrMemory.
func RopeSize(o scene.Options, choice, least int) (int, error) {
	masses := choice
	switch {
	case o.Springs > 0:
		masses = int(min(o.Springs+1, model.MaxCount))
	case max(o.Size[1], o.Size[2]) > 1:
		return 0, &scene.OptionError{Option: "masses", Reason: "it has one size; leave out the others"}
	case o.Size[0] > 0:
		masses = o.Size[0]
	}
	if masses < least {
		return 0, &scene.OptionError{Option: "masses", Reason: fmt.Sprintf("it needs at least %d masses", least)}
	}
	return masses, fitsMemory(int64(masses), int64(masses)-1)
}

// CubeSide returns how many masses a cube has along each side, at least 2: as many as the
// options ask for, or choice where they ask for none. An error says why there is no such
// cube; it is a *scene.OptionError, wraps ErrMemory, or comes from package build.
func CubeSide(o scene.Options, choice int) (int, error) {
	side := choice
	switch {
	case o.Springs > 0:
		var err error
		if side, err = build.LatticeSide(o.Springs, 13); err != nil {
			return 0, err
		}
	case o.Size[0] > 0:
		side = o.Size[0]
		if o.Size[1] != 0 && o.Size[1] != side || o.Size[2] != 0 && o.Size[2] != side {
			return 0, &scene.OptionError{Option: "masses", Reason: "it is a cube; give one number"}
		}
	}
	if side < 2 {
		return 0, &scene.OptionError{Option: "masses", Reason: "a cube needs at least 2 masses a side"}
	}
	return side, LatticeFits(side, side, side, 13)
}

// FillFits returns an error that wraps ErrMemory where a fill with about the given number of springs,
// perMass for each mass, does not fit the memory. 0 springs mean that a pitch is given:
// they fit, and the fill itself judges the pitch.
func FillFits(springs int64, perMass int) error { return fitsMemory(springs/int64(perMass), springs) }
