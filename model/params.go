package model

import (
	"errors"
	"fmt"
	"math"
)

// StandardGravity is the acceleration of free fall on Earth [m/s²].
const StandardGravity = 9.81

// EarthGravity is the gravity of a run on Earth: down along z [m/s²].
func EarthGravity() Vec3 { return Vec3{0, 0, -StandardGravity} }

// Params are the numbers of one run. The zero value is valid: the step is
// chosen from the model, and there is no gravity, no drag and no ground.
type Params struct {
	DT           float64 // step [s]; zero means: choose with AutoStep
	Gravity      Vec3    // [m/s²]; zero means none (see EarthGravity)
	DragHalfLife float64 // time in which drag halves a mass's velocity [s]; zero means no drag
	Ground       Plane   // contact with a plane; zero means none
}

// Plane is a half-space that pushes masses out: below the plane a mass feels
// F_N = max(0, k·depth − b·(v·n)) along the normal n. The zero value is no
// plane.
type Plane struct {
	Normal    Vec3    // unit length; zero means +z
	Offset    float64 // height of the plane along its normal [m]
	Stiffness float64 // contact stiffness k [N/m]; zero means no plane
	Damping   float64 // contact damping b [N·s/m]
}

// Active says whether the plane pushes at all.
func (p Plane) Active() bool { return p.Stiffness > 0 }

// UnitNormal is the normal, +z when none was given.
func (p Plane) UnitNormal() Vec3 {
	if p.Normal == (Vec3{}) {
		return Vec3{0, 0, 1}
	}
	return p.Normal
}

// DragFactor is what drag leaves of a velocity after one step, exact for any
// step: 2^(−dt/half-life), and 1 without drag.
func (p Params) DragFactor() float64 {
	if p.DragHalfLife == 0 {
		return 1
	}
	return math.Exp2(-p.DT / p.DragHalfLife)
}

// Validate reports every fault of the parameters at once, or nil.
func (p Params) Validate() error {
	var faults []error
	fault := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Errorf("model: params: "+format, args...))
		}
	}
	fault(finite(p.DT) && p.DT >= 0, "dt is %g s; give a positive number, or 0 to have it chosen", p.DT)
	fault(finiteVec(p.Gravity), "gravity is %v m/s²; every component must be a finite number", p.Gravity)
	fault(finite(p.DragHalfLife) && p.DragHalfLife >= 0,
		"drag half-life is %g s; give a positive number, or 0 for no drag", p.DragHalfLife)
	fault(finite(p.Ground.Stiffness) && p.Ground.Stiffness >= 0,
		"ground stiffness is %g N/m; give a positive number, or 0 for no ground", p.Ground.Stiffness)
	fault(finite(p.Ground.Damping) && p.Ground.Damping >= 0,
		"ground damping is %g N·s/m; it must not be negative", p.Ground.Damping)
	fault(finite(p.Ground.Offset), "ground offset is %g m; it must be a finite number", p.Ground.Offset)
	length := p.Ground.UnitNormal().Len()
	fault(math.Abs(length-1) < 1e-6, "ground normal %v has length %g; it must be 1", p.Ground.Normal, length)
	return errors.Join(faults...)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func finiteVec(v Vec3) bool { return finite(v[0]) && finite(v[1]) && finite(v[2]) }
