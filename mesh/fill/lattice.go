package fill

import (
	"errors"
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
)

// ErrNotClosed says that a surface encloses no volume that could be filled.
var ErrNotClosed = errors.New("the surface encloses no volume")

// LatticeSpec says how to fill a surface with a lattice.
type LatticeSpec struct {
	Pitch        float64 // distance of neighbors [m]; give this or Springs
	Springs      int64   // number of springs wanted, met within about 2 % where the shape allows; give this or Pitch
	PerMass      int     // 3, 9 or 13 springs per mass (see build.LatticeSpec); zero means 13
	Density      float64 // masses are Density · LatticeReport.Volume together [kg/m³]
	Stiffness    float64 // k of every spring [N/m]
	DampingRatio float64 // ζ of every spring (see materials.RatioDamping); zero means none
}

// LatticeReport describes the result of Lattice.
type LatticeReport struct {
	Pitch   float64 // distance of neighbors [m]
	Volume  float64 // that the surface encloses, without bodies that were left out as a whole [m³]
	Dropped int     // masses inside the surface that were left out, since no spring joins them to the largest part
	Trials  int     // number of lattices made to meet LatticeSpec.Springs
}

// maxGap is the openness (Topology.Gap) above which a surface is a sheet rather
// than a container: a flat one has 1/2, a bowl of half a sphere 1/3.
const maxGap = 0.4

// Lattice puts masses on the points of a cubic lattice inside the surface or on it, and
// springs between all existing neighbors. A point is inside if the winding number is above
// 1/2 (below -1/2 if polygons face inward), so that small holes, rims and overlaps do no
// harm. The lattice is centered in the surface's box, and begins at its faces if they are a
// whole number of pitches apart. Masses are in row order (x fastest). A mass is proportional
// to the part of its cell, a cube around it, that is inside; together they weigh as much as
// the enclosed volume. Points not connected to the largest part are left out and counted. A
// surface that encloses nothing is an error that wraps ErrNotClosed. A number of springs that
// is missed by more than a tenth is an error with both numbers. Boxes along the axes are an
// exception: their lattices grow by layers, and the nearest one is used.
func Lattice(s *mesh.Surface, spec LatticeSpec) (*model.Model, LatticeReport, error) {
	if spec.PerMass == 0 {
		spec.PerMass = 13
	}
	stencil, err := build.LatticeStencil(spec.PerMass)
	if err != nil {
		return nil, LatticeReport{}, err
	}
	if err := spec.check(); err != nil {
		return nil, LatticeReport{}, err
	}
	estimate, err := newFillEstimate(s, stencil)
	if err != nil {
		return nil, LatticeReport{}, err
	}
	filler := filler{surface: s, winding: mesh.NewWinding(s), stencil: stencil, estimate: estimate}

	var f *filled
	var report LatticeReport
	if spec.Pitch > 0 {
		report.Trials = 1
		if f, err = filler.at(spec.Pitch); err == nil && f.springs == 0 {
			err = filler.noSprings(spec.Pitch)
		}
	} else {
		f, report.Trials, err = filler.toward(spec.Springs)
	}
	if err != nil {
		return nil, LatticeReport{}, err
	}
	report.Pitch, report.Dropped = f.pitch, massesOf(f.apart)
	report.Volume = f.enclosed(s, estimate.signed)
	m := f.build(stencil)
	m.Mass = f.weigh(s, filler.winding, spec.Density, report.Volume)
	m.Name = s.Name
	mass := spec.Density * report.Volume / float64(m.MassCount()) // the mean
	m.Materials = materials.Palette(model.Material{
		Name:      "fill",
		Stiffness: spec.Stiffness,
		Damping:   materials.RatioDamping(spec.DampingRatio, spec.Stiffness, mass, mass),
	})
	return m, report, nil
}

func (spec LatticeSpec) check() error {
	c := build.Checks{Who: "fill"}
	c.LengthOrSprings("pitch", spec.Pitch, spec.Springs)
	c.Positive("density", spec.Density, "kg/m³")
	c.Positive("stiffness", spec.Stiffness, "N/m")
	c.NotNegative("damping ratio", spec.DampingRatio, "")
	return c.Join()
}

// fillEstimate predicts the number of springs for a pitch h: every mass has
// perMass springs, P V/h³ in all, less those that the surface cuts. A lattice has
// |d·n| A/h² pairs of neighbors that are an offset d apart across an area A with
// normal n, and each such pair is half a spring too many on the inner side:
//
//	springs(h) = P V/h³ − B/h²,  B = ½ Σ_triangles A Σ_offsets |d·n|.
type fillEstimate struct {
	perMass float64
	volume  float64 // V [m³]
	signed  float64 // V, negative where polygons face inward [m³]
	cut     float64 // B [m²]
}

func newFillEstimate(s *mesh.Surface, stencil []build.Offset) (fillEstimate, error) {
	lo, hi := s.Bounds()
	if size := hi.Sub(lo).Len(); !(size > 1e-30 && size < 1e30) {
		return fillEstimate{}, fmt.Errorf("mesh: fill %s: %w: its box has a diagonal of %g m; check the file's units",
			s.Name, ErrNotClosed, size)
	}
	topology := s.Topology()
	if s.FaceCount() == 0 || topology.Gap > maxGap {
		return fillEstimate{}, fmt.Errorf("mesh: fill %s: %w: %d polygons with %d boundary edges; "+
			"close the mesh, or make a cloth of it", s.Name, ErrNotClosed, s.FaceCount(), topology.Boundary)
	}
	e := fillEstimate{perMass: float64(len(stencil)), signed: s.Volume()}
	e.volume = math.Abs(e.signed)
	for _, t := range s.Triangles() {
		a, b, c := s.Places(t)
		area := b.Sub(a).Cross(c.Sub(a)).Mul(0.5)
		for _, o := range stencil {
			e.cut += 0.5 * math.Abs(area.Dot(model.Vec3{float64(o.Dx), float64(o.Dy), float64(o.Dz)}))
		}
	}
	if box := hi.Sub(lo); !(e.volume > 1e-6*box[0]*box[1]*box[2]) {
		return fillEstimate{}, fmt.Errorf("mesh: fill %s: %w: %d polygons with %d boundary edges hold %.3g m³; "+
			"close the mesh or make all polygons face the same way, or make a cloth of it",
			s.Name, ErrNotClosed, s.FaceCount(), topology.Boundary, e.volume)
	}
	return e, nil
}

func (e fillEstimate) springs(pitch float64) float64 {
	return (e.perMass*e.volume/pitch - e.cut) / (pitch * pitch)
}

// first returns the first pitch of the search. Faces inside the body cut nothing off but count
// as if they did. Where B takes more than half of the pitch that B = 0 gives, the
// estimate is useless, and the search starts from that pitch, which gives too few
// springs.
func (e fillEstimate) first(springs float64) float64 {
	uncut := math.Cbrt(e.perMass * e.volume / springs)
	if pitch := e.pitch(springs); pitch > uncut/2 {
		return pitch
	}
	return uncut
}

// pitch inverts springs by bisection: springs falls with the pitch wherever it
// is positive.
func (e fillEstimate) pitch(springs float64) float64 {
	low, high := 0.0, e.perMass*e.volume/max(e.cut, 1e-300) // pitches with infinitely many springs and with none
	for range 200 {
		middle := (low + high) / 2
		if e.springs(middle) > springs {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
