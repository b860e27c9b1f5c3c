package physics

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/model"
)

// Defaults of CollisionOptions.
const (
	defaultRadiusFactor   = 0.5  // of the shortest rest length at a mass
	defaultStiffnessShare = 4    // K̄/kc: a surface holds until a lattice is strained by 0.45 (docs/decisions/collisions.md); six touches make K of the safe step 2.5 times as large
	defaultCollisionRatio = 0.1  // ζ
	defaultSkinShare      = 0.2  // of D
	defaultCheckEvery     = 8    // steps
	mostInBucket          = 256  // masses in a bucket of the grid in which engines look for pairs
	leastRadius           = 1e-9 // of the structure's size: the smallest radius that float32 can tell apart
	mostRadius            = 1e6  // of the structure's size: beyond it float32 squares reaches to infinity sooner or later
)

// CollisionOptions are the choices for collisions. Zero values are the defaults.
type CollisionOptions struct {
	Touches model.Colliders // parts that collide; 0: masses

	Radius       float64   // r of every mass [m]; 0: RadiusFactor times the shortest rest length at it
	RadiusFactor float64   // 0: 0.5
	Radii        []float64 // radii of single masses [m], 0 for others; nil: no mass has its own
	Stiffness    float64   // kc [N/m]; 0: per body a quarter of the mean sum of k at the masses that take part
	DampingRatio float64   // ζ; 0: 0.1
	Undamped     bool      // ζ is 0; not together with DampingRatio

	StaticFriction     float64 // μs
	KineticFriction    float64 // μk
	FrictionIterations int     // 1 to 4; 0: 1

	Skin       float64 // [m]; 0: 0.2 D, D the largest sum of two radii
	CheckEvery int     // steps; 0: 8

	Which  string   // "surface": masses not inside filled solids, all of cloth and rope; "all"; "auto" and "": also the layer below a surface, and all of bodies that overlap others at rest
	Masses []uint32 // that may take part, ascending; nil: all
	Self   bool     // masses of one body collide; neither this nor Others: both
	Others bool     // masses of different bodies collide
}

// NewCollision returns the settings for collisions of a model's masses: the radius of every
// mass [m] for Model.Radius, 0 for those that do not collide, and the rest for
// Params.Collision. It reads Model.Body. Its errors use the names of scene files and say what
// to do.
func NewCollision(m *model.Model, o CollisionOptions) (radius []float64, c model.Collision, err error) {
	if err := o.Check(); err != nil {
		return nil, c, err
	}
	inside := interiorOf(m)
	switch o.Which {
	case "all":
		clear(inside)
	case "", "auto":
		inside = belowLayer(m, inside)
	}
	radius, c, err = o.collision(m, inside)
	if err != nil || o.Which == "surface" || o.Which == "all" {
		return radius, c, err
	}
	withRadii := *m
	withRadii.Radius = radius
	if whole := overlapping(&withRadii, c); whole != nil {
		for i := range inside {
			inside[i] = inside[i] && !whole[m.BodyOf(i)]
		}
		return o.collision(m, inside)
	}
	return radius, c, nil
}

// collision returns how all masses collide that may and are not inside a solid.
func (o CollisionOptions) collision(m *model.Model, inside []bool) (radius []float64, c model.Collision, err error) {
	if radius, err = o.radii(m, inside); err != nil {
		return nil, c, err
	}
	withRadii := *m
	withRadii.Radius = radius
	ratio := o.DampingRatio
	if ratio == 0 && !o.Undamped {
		ratio = defaultCollisionRatio
	}
	c = model.Collision{Touches: o.Touches, Self: o.Self || !o.Others, Others: o.Others || !o.Self, Skin: o.Skin, CheckEvery: o.CheckEvery, FrictionIterations: o.FrictionIterations}
	if c.Skin == 0 {
		c.Skin = defaultSkinShare * 2 * withRadii.LargestRadius()
	}
	if c.CheckEvery == 0 {
		c.CheckEvery = defaultCheckEvery
	}
	stiffness, err := o.stiffnesses(&withRadii)
	if err != nil {
		return nil, model.Collision{}, err
	}
	for _, k := range stiffness {
		c.Bodies = append(c.Bodies, model.Surface{Stiffness: k, DampingRatio: ratio, StaticFriction: o.StaticFriction, KineticFriction: o.KineticFriction})
	}
	if err := partless(&withRadii, c); err != nil {
		return nil, model.Collision{}, err
	}
	if !c.Masses() {
		return radius, c, fitting(&withRadii, c)
	}
	if err := crowded(&withRadii, c.Skin); err != nil {
		return nil, model.Collision{}, err
	}
	if o.Radius != 0 || o.RadiusFactor != 0 || slices.ContainsFunc(o.Radii, func(r float64) bool { return r > 0 }) {
		if err := excludesAll(&withRadii, c, o.Radii); err != nil {
			return nil, model.Collision{}, err
		}
	}
	return radius, c, fitting(&withRadii, c)
}

// fitting returns an error where collisions do not suit a model with radii.
func fitting(m *model.Model, c model.Collision) error {
	if err := (model.Params{Collision: c}).ValidateFor(m); err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), "model: params: collision: ", ""))
	}
	return nil
}

// Check returns an error for the first choice that is wrong for every model. It begins with
// the key of scene files.
func (o CollisionOptions) Check() error {
	for _, n := range []struct {
		name  string
		value float64
		unit  string
	}{
		{"radius", o.Radius, " m"}, {"radius_factor", o.RadiusFactor, ""}, {"stiffness", o.Stiffness, " N/m"}, {"damping_ratio", o.DampingRatio, ""},
		{"static_friction", o.StaticFriction, ""}, {"kinetic_friction", o.KineticFriction, ""}, {"skin", o.Skin, " m"},
	} {
		if !(n.value >= 0) || math.IsInf(n.value, 0) {
			return fmt.Errorf("%s is %g%s; it must be a positive number", n.name, n.value, n.unit)
		}
	}
	switch {
	case o.Radius != 0 && o.RadiusFactor != 0:
		return fmt.Errorf("radius_factor: radius is given too; give one of the two")
	case o.DampingRatio >= 1:
		return fmt.Errorf("damping_ratio is %g; it must be below 1", o.DampingRatio)
	case o.Undamped && o.DampingRatio != 0:
		return fmt.Errorf("damping_ratio is %g, and collisions are to be undamped; give one of the two", o.DampingRatio)
	case o.StaticFriction < o.KineticFriction:
		return fmt.Errorf("static_friction is %g; it must not be less than kinetic_friction, %g", o.StaticFriction, o.KineticFriction)
	case o.FrictionIterations < 0 || o.FrictionIterations > model.MaxFrictionIterations:
		return fmt.Errorf("friction_iterations is %d; give 1 to %d", o.FrictionIterations, model.MaxFrictionIterations)
	case o.CheckEvery < 0:
		return fmt.Errorf("check_every is %d; give 1 or more steps", o.CheckEvery)
	case !slices.Contains([]string{"", "auto", "surface", "all"}, o.Which):
		return fmt.Errorf("which is %q; choose auto, surface or all", o.Which)
	}
	return nil
}

// radii returns the radii of all masses [m], 0 of those inside.
func (o CollisionOptions) radii(m *model.Model, inside []bool) ([]float64, error) {
	part := make([]bool, m.MassCount())
	m.Each(o.Masses, func(i int) { part[i] = !inside[i] })
	shortest := shortestRests(m)
	factor := o.RadiusFactor
	if factor == 0 {
		factor = defaultRadiusFactor
	}
	lo, hi := m.Bounds()
	size := hi.Sub(lo).Len()
	out, count := make([]float64, m.MassCount()), 0
	for i := range out {
		if !part[i] {
			continue
		}
		count++
		if out[i] = o.Radius; o.Radii != nil && o.Radii[i] > 0 {
			out[i] = o.Radii[i]
		}
		if out[i] == 0 {
			if math.IsInf(shortest[i], 1) {
				return nil, fmt.Errorf("radius is missing: mass %d has no spring from whose rest length it could follow; give radius [m]", i)
			}
			out[i] = factor * shortest[i]
		}
		if out[i] <= leastRadius*size {
			return nil, &RadiusError{i, fmt.Sprintf("radius of mass %d is %g m, too small for a structure of %.3g m; give a larger radius or radius_factor", i, out[i], size)}
		}
		if size > 0 && out[i] > mostRadius*size {
			return nil, &RadiusError{i, fmt.Sprintf("radius of mass %d is %g m, too large for a structure of %.3g m; give a smaller radius or radius_factor", i, out[i], size)}
		}
	}
	if count == 0 {
		return nil, fmt.Errorf("no mass takes part; give other groups, or which = \"all\"")
	}
	return out, nil
}

// RadiusError reports that the radius of a mass does not suit the structure.
type RadiusError struct {
	Mass  int
	words string
}

// Error implements error.
func (e *RadiusError) Error() string { return e.words }

// shortestRests returns the shortest rest length above 0 of the springs at every mass [m]; +Inf
// without such a spring.
func shortestRests(m *model.Model) []float64 {
	out := make([]float64, m.MassCount())
	for i := range out {
		out[i] = math.Inf(1)
	}
	for s, ends := range m.StructuralEnds() {
		if rest := m.RestLength[s]; rest > 0 && m.MaterialOf[s] != model.Removed {
			for _, i := range ends {
				out[i] = min(out[i], rest)
			}
		}
	}
	return out
}

// stiffnesses are kc of every body [N/m]. A body without springs, or all of whose masses
// are pinned, has the mean of the others.
func (o CollisionOptions) stiffnesses(m *model.Model) ([]float64, error) {
	out := make([]float64, BodyCount(m))
	if o.Stiffness != 0 {
		for b := range out {
			out[b] = o.Stiffness
		}
		return out, nil
	}
	resistance, _ := resistancesOf(m, model.Params{})
	count := make([]float64, len(out))
	sum, all := 0.0, 0.0
	for i, r := range resistance {
		if m.Radius[i] > 0 && r.stiffness > 0 {
			out[m.BodyOf(i)] += r.stiffness
			count[m.BodyOf(i)]++
			sum, all = sum+r.stiffness, all+1
		}
	}
	if all == 0 {
		return nil, fmt.Errorf("stiffness is missing: no spring of the masses that take part has a k from which it could follow; give stiffness [N/m]")
	}
	for b := range out {
		if count[b] == 0 {
			out[b], count[b] = sum, all
		}
		out[b] /= count[b] * defaultStiffnessShare
	}
	return out, nil
}

// BodyCount returns the number of bodies of a model, at least 1.
func BodyCount(m *model.Model) int {
	most := 0
	for _, b := range m.Body {
		most = max(most, int(b))
	}
	return most + 1
}
