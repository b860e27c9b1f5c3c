package preset

import (
	"cmp"
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/fill"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// The raft is 2 m by 1.2 m by 0.2 m of light wood on a swell.
const (
	raftSpacing = 0.1
	raftDensity = 450  // [kg/m³]
	raftModulus = 2e6  // [Pa]: stiff enough to stay straight on a wave
	raftWave    = 0.12 // [m]
	raftLength  = 3.0  // of the wave [m]
	raftDrop    = 0.3  // above the water [m]
	raftDamping = 0.5  // of the water [1/s]
	raftRatio   = 0.1  // ζ
	raftMasses  = 21   // along it
	raftWide    = 13   // masses
	raftHigh    = 3    // masses
)

// raft drops on water, floats and rides a swell.
func raft(o scene.Options) (*scene.Scene, error) {
	density := cmp.Or(o.Density, raftDensity)
	m, err := build.Lattice(build.LatticeSpec{Nx: raftMasses, Ny: raftWide, Nz: raftHigh, Spacing: raftSpacing, Bottom: raftDrop,
		Mass:      build.LatticeMass(raftMasses, raftWide, raftHigh, raftSpacing, density),
		Stiffness: cmp.Or(o.Stiffness, raftModulus*raftSpacing/2.7), DampingRatio: o.Damping(raftRatio)})
	if err != nil {
		return nil, err
	}
	m.Name = "raft"
	water := model.Water{Density: 1000, Drag: 1, Damping: raftDamping, Wave: raftWave, WaveLength: raftLength, WaveDirection: model.Vec3{1, 0, 0},
		Bodies: []model.Displaced{{Density: density}}}
	return &scene.Scene{Model: m, Params: model.Params{Gravity: model.EarthGravity(), Water: water}, Duration: 6}, nil
}

// The balloon is a rubber ball of 0.3 m filled with air.
const (
	balloonRadius    = 0.15 // [m]
	balloonFiner     = 3    // times that each triangle of an icosahedron is cut into four
	balloonDensity   = 0.3  // [kg/m²]
	balloonStiffness = 2000 // [N/m]
	balloonPressure  = 1e4  // before the skin stretches [Pa]
	balloonAir       = 1.4  // κ: no heat is exchanged in a bounce
	balloonDrop      = 1.0  // [m]
	balloonRatio     = 0.02 // ζ
)

// balloon drops on the ground and bounces on the air inside.
func balloon(o scene.Options) (*scene.Scene, error) {
	s, err := sphere(balloonRadius, balloonFiner)
	if err != nil {
		return nil, err
	}
	k := cmp.Or(o.Stiffness, balloonStiffness)
	m, _, err := fill.Cloth(s, fill.ClothSpec{ArealDensity: cmp.Or(o.Density, balloonDensity), DampingRatio: o.Damping(balloonRatio),
		Stiffness: build.ClothStiffness{Structural: k, Bend: 0.01 * k}})
	if err != nil {
		return nil, err
	}
	m.Name = "balloon"
	for i := range m.RestPosition {
		m.RestPosition[i][2] += balloonDrop + balloonRadius
	}
	air := model.Pressure{Name: "air", Kind: model.GasPressure, Pressure: balloonPressure, Exponent: balloonAir}
	start, swollen := m.Start(), swell(air, k)
	center := model.Vec3{0, 0, balloonDrop + balloonRadius}
	for i, x := range start.Position {
		start.Position[i] = center.Add(x.Sub(center).Mul(swollen))
	}
	return &scene.Scene{Model: m, Start: start, Duration: 3,
		Params: model.Params{Gravity: model.EarthGravity(), Pressures: []model.Pressure{air}, Contacts: []model.Contact{tune.GroundFor(m, 0)}}}, nil
}

// swell returns the stretch L/L0 at which a sphere of springs of stiffness k balances a gas: 2T/R = p,
// with the tension √3 k (L − L0)/L of a net of equal triangles.
func swell(air model.Pressure, k float64) float64 {
	lo, hi := 1.0, 2.0
	for range 60 {
		s := (lo + hi) / 2
		p := (air.Pressure+model.Atmosphere)*math.Pow(s, -3*air.Exponent) - model.Atmosphere
		if p > 2*math.Sqrt(3)*k*(s-1)/s/(balloonRadius*s) {
			lo = s
		} else {
			hi = s
		}
	}
	return lo
}

// sphere returns an icosahedron whose triangles are cut into four some times, with all vertices at
// a distance r of the origin [m].
func sphere(r float64, times int) (*mesh.Surface, error) {
	s := &mesh.Surface{Name: "sphere"}
	golden := (1 + math.Sqrt(5)) / 2
	for _, v := range [][2]float64{{-1, golden}, {1, golden}, {-1, -golden}, {1, -golden}} {
		s.Vertices = append(s.Vertices, model.Vec3{v[0], v[1], 0})
	}
	for axis := range 2 { // the same rectangle in the other planes: y z, then z x
		for _, v := range s.Vertices[:4] {
			s.Vertices = append(s.Vertices, [2]model.Vec3{{0, v[0], v[1]}, {v[1], 0, v[0]}}[axis])
		}
	}
	faces := hull(s.Vertices)
	for range times {
		middle := map[[2]uint32]uint32{}
		cut := func(a, b uint32) uint32 {
			key := [2]uint32{min(a, b), max(a, b)}
			if _, there := middle[key]; !there {
				middle[key] = uint32(len(s.Vertices))
				s.Vertices = append(s.Vertices, s.Vertices[a].Add(s.Vertices[b]).Normalize())
			}
			return middle[key]
		}
		var finer [][3]uint32
		for i := range s.Vertices {
			s.Vertices[i] = s.Vertices[i].Normalize()
		}
		for _, f := range faces {
			ab, bc, ca := cut(f[0], f[1]), cut(f[1], f[2]), cut(f[2], f[0])
			finer = append(finer, [3]uint32{f[0], ab, ca}, [3]uint32{f[1], bc, ab}, [3]uint32{f[2], ca, bc}, [3]uint32{ab, bc, ca})
		}
		faces = finer
	}
	for i := range s.Vertices {
		s.Vertices[i] = s.Vertices[i].Normalize().Mul(r)
	}
	for _, f := range faces {
		s.AddFace(f[:])
	}
	if s.FaceCount() != 20<<(2*times) {
		return nil, fmt.Errorf("preset: a sphere of %d triangles", s.FaceCount())
	}
	return s, nil
}

// hull returns the triangles between vertices of a regular icosahedron, counterclockwise seen from
// outside: three vertices that are all 2 apart.
func hull(v []model.Vec3) (faces [][3]uint32) {
	near := func(a, b int) bool { return v[a].Sub(v[b]).Len() < 2.1 }
	for a := range v {
		for b := a + 1; b < len(v); b++ {
			for c := b + 1; c < len(v); c++ {
				if !near(a, b) || !near(b, c) || !near(a, c) {
					continue
				}
				if v[a].Dot(v[b].Cross(v[c])) > 0 {
					faces = append(faces, [3]uint32{uint32(a), uint32(b), uint32(c)})
				} else {
					faces = append(faces, [3]uint32{uint32(a), uint32(c), uint32(b)})
				}
			}
		}
	}
	return faces
}
