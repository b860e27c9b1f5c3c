package fill

import (
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
)

// TrussSpec says how to fill a surface with a random truss.
type TrussSpec struct {
	Distance     float64 // least distance of two masses, r [m]; give this or Springs
	Springs      int64   // number of springs wanted, met within about 3 %; give this or Distance
	Density      float64 // [kg/m³]; all masses are equal
	Modulus      float64 // Young's modulus E [Pa]
	DampingRatio float64 // ζ of every spring (see materials.RatioDamping); zero means none
	Seed         uint64  // seed of the random positions; the same seed gives the same truss on every machine
}

// TrussReport describes the result of Truss.
type TrussReport struct {
	Distance float64 // least distance of two masses [m]
	Volume   float64 // volume inside the surface [m³]
	Dropped  int     // masses that were left out: apart from the largest part, or with fewer than three springs
	Trials   int     // number of trusses made to meet TrussSpec.Springs
}

// trussReach is how far springs reach, in least distances: masses have 13 of them on
// average, inside about 16.
const trussReach = 1.75

// trussGive is the softening of a random truss relative to one whose springs all stretch with
// the whole: measured on bars of 10 to 20 masses across, as E of the truss in units of k
// ΣL²/(6 V).
const trussGive = 0.88

// Truss fills a closed surface with masses at random positions, no two of them nearer than
// a distance r, until few more fit (Poisson disks: Cook, "Stochastic
// sampling in computer graphics", 1986), joined by springs up to 1.75 r long whose
// middles lie inside. Fill's rule decides which points are inside. Masses are numbered by
// rows of cells of r/√3, so that neighbors lie close in memory. Masses with fewer than
// three springs, and those not joined to the largest part, are left out and counted.
//
// All springs have the stiffness k of Young's modulus E. If every spring stretched as
// the whole does, springs in random directions would store the energy of an isotropic
// solid of Poisson ratio 1/4 and E = k ΣL²/(6 V); masses relax to less energy, so
//
//	k = 6 V E/(0.88 ΣL²).
func Truss(s *mesh.Surface, spec TrussSpec) (*model.Model, TrussReport, error) {
	if err := spec.check(); err != nil {
		return nil, TrussReport{}, err
	}
	stencil, err := build.LatticeStencil(13)
	if err != nil {
		return nil, TrussReport{}, err
	}
	estimate, err := newFillEstimate(s, stencil)
	if err != nil {
		return nil, TrussReport{}, err
	}
	f := filler{surface: s, winding: mesh.NewWinding(s), stencil: stencil, estimate: estimate}
	report := TrussReport{Volume: estimate.volume, Distance: spec.Distance}
	var m *model.Model
	if spec.Distance > 0 {
		report.Trials = 1
		m, report.Dropped, err = f.truss(spec.Distance, spec.Seed)
	} else {
		m, report, err = f.trussToward(spec.Springs, spec.Seed, report)
	}
	if err != nil {
		return nil, TrussReport{}, err
	}
	if m.SpringCount() == 0 {
		return nil, TrussReport{}, fmt.Errorf("mesh: truss in %s: a pitch of %.4g m leaves no masses with three springs in a volume of %.4g m³; choose a smaller one",
			s.Name, report.Distance, report.Volume)
	}
	m.Name = s.Name
	squares := 0.0
	for _, length := range m.RestLength {
		squares += length * length
	}
	mass := spec.Density * report.Volume / float64(m.MassCount())
	k := 6 * report.Volume * spec.Modulus / (trussGive * squares)
	for range m.RestPosition {
		m.Mass = append(m.Mass, mass)
	}
	m.Materials = materials.Palette(model.Material{Name: "truss", Stiffness: k, Damping: materials.RatioDamping(spec.DampingRatio, k, mass, mass)})
	return m, report, nil
}

func (spec TrussSpec) check() error {
	c := build.Checks{Who: "truss"}
	c.LengthOrSprings("distance", spec.Distance, spec.Springs)
	c.Positive("density", spec.Density, "kg/m³")
	c.Positive("Young's modulus", spec.Modulus, "Pa")
	c.NotNegative("damping ratio", spec.DampingRatio, "")
	return c.Join()
}

// trussToward searches the distance that gives the wanted number of springs.
func (f *filler) trussToward(springs int64, seed uint64, report TrussReport) (*model.Model, TrussReport, error) {
	const (
		near   = 0.03
		far    = 0.3 // a greater relative error of the last trial is refused
		trials = 8
	)
	var best *model.Model
	off := func(m *model.Model) float64 { return math.Abs(float64(m.SpringCount())/float64(springs) - 1) }
	r := math.Cbrt(trussSprings * f.estimate.volume / float64(springs))
	for report.Trials = 1; ; report.Trials++ {
		m, dropped, err := f.truss(r, seed)
		if err != nil {
			return nil, report, err
		}
		if m.SpringCount() > 0 && (best == nil || off(m) < off(best)) {
			best, report.Distance, report.Dropped = m, r, dropped
		}
		if best != nil && off(best) <= near || report.Trials == trials {
			break
		}
		r *= max(0.5, min(2, math.Cbrt(float64(m.SpringCount())/float64(springs))))
	}
	if best == nil || off(best) > far {
		return nil, report, fmt.Errorf("mesh: truss in %s: no distance of masses gives about %d springs; give the distance (a pitch) instead", f.surface.Name, springs)
	}
	return best, report, nil
}
