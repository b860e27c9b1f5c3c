package tune

import (
	"hooke/mesh/build"
	"hooke/model"
	"hooke/scene"
)

// LatticeFits is an error that wraps ErrMemory where a lattice of nx × ny × nz masses with
// perMass springs each (3, 9 or 13) does not fit the memory.
func LatticeFits(nx, ny, nz, perMass int) error {
	masses, springs, err := build.LatticeCount(nx, ny, nz, perMass)
	if err != nil {
		return err
	}
	return fitsMemory(masses, springs)
}

// ClothSize is how many masses a cloth has along its two sides: what the options ask for, else
// choice. Errors are *OptionError, or wrap ErrMemory.
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

// RopeSize is how many masses a rope has, at least 3: what the options ask for, else choice.
// Errors are *OptionError, or wrap ErrMemory.
func RopeSize(o scene.Options, choice int) (int, error) {
	masses := choice
	switch {
	case o.Springs > 0:
		masses = int(min(o.Springs+1, model.MaxCount))
	case max(o.Size[1], o.Size[2]) > 1:
		return 0, &scene.OptionError{Option: "masses", Reason: "it has one size; leave out the others"}
	case o.Size[0] > 0:
		masses = o.Size[0]
	}
	if masses < 3 {
		return 0, &scene.OptionError{Option: "masses", Reason: "it needs at least 3 masses, 2 springs"}
	}
	return masses, fitsMemory(int64(masses), int64(masses)-1)
}

// CubeSide is how many masses a cube has along each side, at least 2: what the options ask
// for, else choice. Errors are *OptionError, or wrap ErrMemory.
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

// FillFits is an error that wraps ErrMemory where a fill with about so many springs does not
// fit the memory. 0 springs fit: a pitch is given, which the fill itself judges.
func FillFits(springs int64, perMass int) error { return fitsMemory(springs/int64(perMass), springs) }
