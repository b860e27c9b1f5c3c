package group

import (
	"math"

	"hooke/model"
)

// poolMasses is how many masses a part of the water has: each is evaluated by itself.
const poolMasses = 2048

// pool is the law of water on some masses, see model.Water.
type pool struct {
	*model.Water
	masses       []uint32
	volume, side []float64  // displaced [m³], and the edge of a cube of it [m]
	gravity      model.Vec3 // [m/s²]
	number       float64    // k of the wave [1/m]
	frequency    float64    // ω of the wave [rad/s]
}

// pools returns the water of a run in parts.
func pools(m *model.Model, p *model.Params) (out []Force) {
	if !p.Water.Wets() {
		return nil
	}
	masses, volume := p.Water.Volumes(m)
	k, frequency := p.Water.Waves(p.Gravity.Len())
	for first := 0; first < len(masses); first += poolMasses {
		end := min(len(masses), first+poolMasses)
		part := &pool{Water: &p.Water, masses: masses[first:end], volume: volume[first:end], gravity: p.Gravity, number: k, frequency: frequency}
		for _, v := range part.volume {
			part.side = append(part.side, math.Cbrt(v))
		}
		out = append(out, part)
	}
	return out
}

func (w *pool) Masses() []uint32 { return w.masses }

// Add adds lift −ρ V s g and drag −s (½ ρ CD h² |u| + ρ V γ) u.
func (w *pool) Add(force, position, velocity []model.Vec3, t float64) {
	for n, x := range position {
		h := w.side[n]
		surface, flow := w.at(x, t)
		share := 0.5 + (surface-x[2])/h
		if share <= 0 {
			continue
		}
		share = min(share, 1)
		u := velocity[n].Sub(flow)
		weight := w.Density * w.volume[n] * share // mass of the displaced water
		brake := weight*w.Damping + share*w.Density/2*w.Drag*h*h*u.Len()
		force[n] = force[n].Sub(w.gravity.Mul(weight)).Sub(u.Mul(brake))
	}
}

// at returns the height of the surface above a place [m] and the velocity of the water there [m/s].
func (w *pool) at(x model.Vec3, t float64) (surface float64, flow model.Vec3) {
	surface, flow = w.Level, w.Velocity
	if w.Wave == 0 {
		return surface, flow
	}
	sin, cos := math.Sincos(w.number*w.WaveDirection.Dot(x.Sub(w.WaveOrigin)) - w.frequency*t)
	surface += w.Wave * sin
	speed := w.Wave * w.frequency
	if x[2] < surface {
		speed *= math.Exp(w.number * (x[2] - surface))
	}
	for axis := range 2 {
		flow[axis] += speed * sin * w.WaveDirection[axis]
	}
	flow[2] -= speed * cos
	return surface, flow
}
