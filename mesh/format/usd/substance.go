package usd

import (
	"math"
	"slices"
	"strings"

	"hooke/mesh"
)

// substance returns the material of the first body that has one.
func (b *builder) substance() (s mesh.Substance) {
	if !slices.ContainsFunc(b.prims, func(p *prim) bool { return p.stuff != (material{}) }) {
		return s
	}
	kilograms := b.kilograms
	if kilograms == 0 {
		kilograms = 1
	}
	bounded := func(x float64) float64 {
		if x > 0 && !math.IsInf(x, 0) {
			return x
		}
		return 0
	}
	for _, p := range b.materials() {
		values := mesh.Substance{Modulus: bounded(p.stuff.young * kilograms / b.meters), Density: bounded(p.stuff.density * kilograms / (b.meters * b.meters * b.meters)),
			Thickness: bounded(p.stuff.thickness * b.meters)}
		if math.IsInf(p.stuff.young, 1) {
			b.note("the infinite Young's modulus of %s is not used, since springs give way; modulus gives another", p.path())
		}
		if p.stuff.poisson > 0 {
			b.note("Poisson's ratio %.4g is not used: springs in all directions have 1/4", p.stuff.poisson)
		}
		if p.stuff.mass > 0 {
			b.note("the mass of %.4g of %s is not used, only densities", p.stuff.mass*kilograms, p.path())
		}
		differ := s.Modulus != 0 && values.Modulus != 0 && s.Modulus != values.Modulus || s.Density != 0 && values.Density != 0 && s.Density != values.Density ||
			s.Thickness != 0 && values.Thickness != 0 && s.Thickness != values.Thickness
		if differ {
			b.note("bodies have different materials; that of the first is used")
		}
		for _, v := range [][2]*float64{{&s.Modulus, &values.Modulus}, {&s.Density, &values.Density}, {&s.Thickness, &values.Thickness}} {
			if *v[0] == 0 {
				*v[0] = *v[1]
			}
		}
	}
	return s
}

// materials returns the prims that say of what bodies are made, each once and eight at most: those above a body, and those bound to it.
func (b *builder) materials() (of []*prim) {
	type place struct {
		parent *prim
		name   string
	}
	at := map[place]*prim{}
	for _, p := range b.prims {
		if _, known := at[place{p.parent, p.name}]; !known {
			at[place{p.parent, p.name}] = p
		}
	}
	bound := func(path string) (p *prim) { // the prim at a path from the top; nil: none
		for name := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
			if p = at[place{p, name}]; p == nil {
				return nil
			}
		}
		return p
	}
	use := func(p *prim) {
		if p != nil && p.stuff != (material{}) && !slices.Contains(of, p) && len(of) < 8 {
			of = append(of, p)
		}
	}
	for _, body := range b.bodies {
		for p := body; p != nil; p = p.parent {
			use(p)
			use(bound(p.bound))
		}
	}
	return of
}

// describe adds notes about the parts of the file that are not read.
func (b *builder) describe() {
	for _, kind := range b.kinds {
		b.note("prims left out: %d of type %s", b.skipped[kind], kind)
	}
	if b.referred > 0 {
		b.note("%d references to other prims or files were not followed; flatten the scene (usdcat --flatten)", b.referred)
	}
	if b.variants > 0 {
		b.note("%d sets of variants were not read; flatten the scene (usdcat --flatten)", b.variants)
	}
	if slices.ContainsFunc(b.bodies, func(p *prim) bool { return p.sampled }) {
		b.note("it moves; the first time sample was read")
	}
	if slices.ContainsFunc(b.bodies, func(p *prim) bool { return p.cubic && p.kind == "BasisCurves" }) {
		b.note("cubic curves were read as lines between their control points")
	}
	if len(b.unused) > 0 {
		b.note("not used of its physics: %s", strings.Join(b.unused, ", "))
	}
}
