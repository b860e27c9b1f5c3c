package model

import (
	"fmt"
	"math"
)

// Water is still or flowing water below a level, with a wave on it. Each mass displaces a
// volume V as a cube of height h = V^(1/3) does, of which the share s lies under water:
//
//	F = −ρ V s g − s (½ ρ CD h² |u| + ρ V γ) u,  s = clamp(½ + (η − z)/h, 0, 1),  u = v − w
//
// with gravity g, the level η = Level + a sin θ and the velocity w of the water, which is the current
// and, at a depth d below η, a ω e^(−k d) (sin θ along the wave, −cos θ upward), with θ = k x − ω t
// along the wave from its origin (G. B. Airy, Tides and Waves, 1845). V
// is m/ρb of the first of Bodies that names the mass, else the cube of its shortest spring at
// rest; a mass without either displaces nothing. The zero value is no water. It takes 192
// bytes, and those of Bodies.
type Water struct {
	Density  float64 // ρ [kg/m³]; zero: no water
	Level    float64 // of the surface at rest, z [m]
	Drag     float64 // CD, dimensionless
	Damping  float64 // γ, by the mass of the displaced water [1/s]
	Velocity Vec3    // of the current [m/s]

	Wave          float64 // amplitude a of the wave [m]; zero: none
	WaveLength    float64 // crest to crest [m]
	WaveDirection Vec3    // unit length, horizontal
	WaveOrigin    Vec3    // the point above which the water rises through Level at time 0 [m]

	Bodies []Displaced // nil: springs alone say volumes
}

// Displaced is the density of masses that displace water. The zero value names all masses and
// is invalid, since it has no density.
type Displaced struct {
	Masses  []uint32 // indices, ascending; nil: all masses
	Density float64  // ρb of the material [kg/m³], > 0
}

// Wets reports whether there is water.
func (w Water) Wets() bool { return w.Density > 0 }

// Waves returns the wave number k [1/m] and the angular frequency ω [rad/s] of the wave on deep
// water, ω² = g k with the size g of gravity [m/s²]; zero without a wave.
func (w Water) Waves(gravity float64) (number, frequency float64) {
	if w.Wave == 0 {
		return 0, 0
	}
	number = 2 * math.Pi / w.WaveLength
	return number, math.Sqrt(gravity * number)
}

// faults returns a sentence for each fault of the water.
func (w Water) faults() []string {
	var f []string
	if !finite(w.Density) || w.Density < 0 {
		f = append(f, fmt.Sprintf("density is %g kg/m³; give a positive number, or 0 for no water", w.Density))
	}
	if !finite(w.Level) {
		f = append(f, fmt.Sprintf("level is %g m; it must be a finite number", w.Level))
	}
	if !finite(w.Drag) || w.Drag < 0 || !finite(w.Damping) || w.Damping < 0 {
		f = append(f, fmt.Sprintf("drag is %g and damping %g 1/s; they must not be negative", w.Drag, w.Damping))
	}
	if !finiteVec(w.Velocity) {
		f = append(f, fmt.Sprintf("velocity is %v m/s; every component must be a finite number", w.Velocity))
	}
	switch {
	case !finite(w.Wave) || w.Wave < 0:
		f = append(f, fmt.Sprintf("the wave has an amplitude of %g m; it must not be negative", w.Wave))
	case w.Wave > 0 && !(finite(w.WaveLength) && w.WaveLength > 0):
		f = append(f, fmt.Sprintf("the wave is %g m long; give a positive length", w.WaveLength))
	case w.Wave > 0 && w.Wave > steepest*w.WaveLength:
		f = append(f, fmt.Sprintf("a wave of amplitude %g m on a length of %g m breaks; give at most %g of the length", w.Wave, w.WaveLength, steepest))
	case w.Wave > 0:
		if f = append(f, directionFaults("the direction of the wave", w.WaveDirection)...); w.WaveDirection[2] != 0 {
			f = append(f, fmt.Sprintf("the direction of the wave is %v; it must be horizontal", w.WaveDirection))
		}
	}
	for i, b := range w.Bodies {
		f = append(f, ascendingFaults(b.Masses)...)
		if !finite(b.Density) || b.Density <= 0 {
			f = append(f, fmt.Sprintf("body %d has a density of %g kg/m³; give a positive number", i, b.Density))
		}
	}
	return f
}

// steepest is the largest amplitude of a wave as a share of its length: deep waves break at a
// height of a seventh of their length (J. H. Michell, The Highest Waves in Water, 1893).
const steepest = 1. / 14

func waterTerm() Term {
	lists := func(p *Params, do func(b *Displaced)) {
		for i := range p.Water.Bodies {
			do(&p.Water.Bodies[i])
		}
	}
	wets := func(p Params) bool { return p.Water.Wets() }
	return Term{Name: "water", Kind: GroupTerm, Fields: []string{"Water"}, on: wets, changes: wets, rules: rules{
		faults: func(p Params, fault func(string, ...any)) {
			for _, words := range p.Water.faults() {
				fault("water: %s", words)
			}
		},
		fits: func(p Params, m *Model) error {
			for i, b := range p.Water.Bodies {
				if err := m.listFault(b.Masses); err != nil {
					return fmt.Errorf("model %q: water: body %d: %w", m.Name, i, err)
				}
			}
			return nil
		},
		clear: func(p *Params) { p.Water = Water{} },
		own:   func(p *Params) { p.Water.Bodies = append([]Displaced(nil), p.Water.Bodies...) },
		number: func(p *Params, to Numbers) {
			lists(p, func(b *Displaced) { b.Masses = to.List(b.Masses) })
		},
		move: func(p *Params, by Vec3) {
			p.Water.Level += by[2]
			p.Water.WaveOrigin = p.Water.WaveOrigin.Add(by)
		},
		still: func(p *Params, _ float64) { p.Water.Wave = 0 },
	}}
}

// Volumes returns the volume that each mass displaces [m³] and the numbers of masses with one.
func (w Water) Volumes(m *Model) (masses []uint32, volume []float64) {
	all := make([]float64, m.MassCount())
	shortest := make([]float64, m.MassCount())
	m.EachSprings(func(_ int, some Springs) bool {
		for k, ends := range some.Ends {
			if some.MaterialOf[k] == Removed {
				continue
			}
			for _, end := range ends {
				if l := some.RestLength[k]; l > 0 && (shortest[end] == 0 || l < shortest[end]) {
					shortest[end] = l
				}
			}
		}
		return true
	})
	for i, l := range shortest {
		all[i] = l * l * l
	}
	for k := len(w.Bodies) - 1; k >= 0; k-- { // the first one counts last
		m.Each(w.Bodies[k].Masses, func(i int) { all[i] = m.MassAt(i) / w.Bodies[k].Density })
	}
	for i, v := range all {
		if v > 0 && m.PinOf(i) != PinAll {
			masses, volume = append(masses, uint32(i)), append(volume, v)
		}
	}
	return masses, volume
}
