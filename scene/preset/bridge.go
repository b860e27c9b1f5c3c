package preset

import (
	"cmp"
	"fmt"

	"hooke/mesh/build"
	"hooke/mesh/join"
	"hooke/model"
	"hooke/scene"
)

// The rope bridge: planks of wood on two ropes, with a handrail on either side.
const (
	bridgePlanks  = 12
	plankSpacing  = 0.1   // of its masses [m]
	plankMasses   = 7     // across the bridge
	plankDensity  = 600.0 // [kg/m³]
	plankModulus  = 5e6   // of the planks [Pa], soft for wood: the step stays long
	bridgePitch   = 0.15  // from plank to plank [m]
	railHeight    = 0.5   // [m]
	bridgeRigid   = 3.2e4 // EA of the ropes [N]
	bridgeSag     = 1.04  // length of the ropes between planks, in distances
	railSag       = 1.02  // of the handrails, which carry a part
	bridgeHalf    = plankSpacing * (plankMasses - 1) / 2
	railPostMass  = 0.021 // mass of a knot in a handrail [kg]
	bridgeHeight  = 1.0   // height of the deck at its ends [m]
	bridgeDamping = 4.3   // damping of the ropes [N·s/m]

	// bridgeSubsteps are those of 1/60 s with the solver impulses, which by itself refuses planks as stiff as
	// these: after 0.5 s the bridge is 1.5 % of its motion from where converged explicit steps have it,
	// at rest 0.3 %; 40 substeps are off by 26 % and 6 %.
	bridgeSubsteps = 120
)

// bridge hangs planks, small lattices, from ropes that only pull: two ropes under the
// planks, two handrails, and hangers between them. All four ropes end in pinned masses.
// Ropes are longer than their span, and the bridge starts level and drops into its curve.
func bridge(o scene.Options) (*scene.Scene, error) {
	part := share(2, plankMasses, 2)
	plank, err := build.Lattice(build.LatticeSpec{Nx: 2, Ny: plankMasses, Nz: 2, Spacing: plankSpacing, Bottom: bridgeHeight,
		Mass:      part * cmp.Or(o.Density, plankDensity) * plankSpacing * plankSpacing * plankSpacing,
		Stiffness: cmp.Or(o.Stiffness, part*plankModulus*plankSpacing/2.7), DampingRatio: o.Damping(0.3)})
	if err != nil {
		return nil, err
	}
	parts := make([]join.Part, bridgePlanks)
	for i := range parts {
		along := (float64(i) - float64(bridgePlanks-1)/2) * (bridgePitch + plankSpacing)
		parts[i] = join.Part{Name: fmt.Sprintf("plank %d", i), Model: plank, Move: model.Vec3{along, 0, 0}}
	}
	m, err := join.Merge("bridge", parts...)
	if err != nil {
		return nil, err
	}
	b := ropes{m, uint16(len(m.Materials))}
	m.Materials = append(m.Materials, model.Material{Name: "rope", AxialRigidity: bridgeRigid, Damping: bridgeDamping, TensionOnly: true})
	var ends []uint32
	for _, y := range []float64{-bridgeHalf, bridgeHalf} {
		deck, rail := b.anchor(-1, y, 0), b.anchor(-1, y, railHeight)
		ends = append(ends, deck, rail)
		for i := range parts {
			near, far := b.corner(i, -1, y), b.corner(i, 1, y)
			knot := b.mass(m.RestPosition[near].Add(model.Vec3{plankSpacing / 2, 0, railHeight}), railPostMass)
			b.tie(deck, near, bridgeSag)
			b.tie(rail, knot, railSag)
			b.tie(knot, near, 1)
			b.tie(knot, far, 1)
			deck, rail = far, knot
		}
		deckEnd, railEnd := b.anchor(1, y, 0), b.anchor(1, y, railHeight)
		b.tie(deck, deckEnd, bridgeSag)
		b.tie(rail, railEnd, railSag)
		ends = append(ends, deckEnd, railEnd)
	}
	m.Groups = append(m.Groups, model.Group{Name: "ends", Masses: ends})
	pinGroup(m, "ends")
	p := model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.3}
	if o.Integrator == model.Impulses {
		p.Substeps = bridgeSubsteps
	}
	return &scene.Scene{Model: m, Params: p, Duration: 6}, nil
}

// ropes add masses and ropes to a bridge.
type ropes struct {
	model    *model.Model
	material uint16
}

func (r ropes) mass(at model.Vec3, mass float64) uint32 {
	r.model.RestPosition = append(r.model.RestPosition, at)
	r.model.Mass = append(r.model.Mass, mass)
	return uint32(r.model.MassCount() - 1)
}

// anchor returns a mass at an end of the bridge, side −1 or 1, where a rope begins.
func (r ropes) anchor(side, y, above float64) uint32 {
	const half = ((bridgePitch+plankSpacing)*bridgePlanks + bridgePitch) / 2
	return r.mass(model.Vec3{side * half, y, bridgeHeight + above}, railPostMass)
}

// corner returns the lower mass of a plank at y, on its side −1 or 1 along the bridge.
func (r ropes) corner(plank int, side, y float64) uint32 {
	i := uint32(plank * 4 * plankMasses)
	if y > 0 {
		i += 2 * (plankMasses - 1)
	}
	if side > 0 {
		i++
	}
	return i
}

// tie runs a rope between two masses; its length is part times their distance.
func (r ropes) tie(a, b uint32, part float64) {
	m := r.model
	m.Ends = append(m.Ends, model.Ends{a, b})
	m.RestLength = append(m.RestLength, part*m.RestPosition[a].Sub(m.RestPosition[b]).Len())
	m.MaterialOf = append(m.MaterialOf, r.material)
}
