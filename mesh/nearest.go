package mesh

import "hooke/model"

// DistanceSquared returns the squared distance of p from a triangle [m²], by the region of the
// triangle that p is nearest to (Ericson, "Real-Time Collision Detection", 2005, 5.1.5).
func DistanceSquared(p model.Vec3, t [3]model.Vec3) float64 {
	ab, ac, ap := t[1].Sub(t[0]), t[2].Sub(t[0]), p.Sub(t[0])
	bp, cp := p.Sub(t[1]), p.Sub(t[2])
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	away := ap // from the nearest point to p
	va, vb, vc := d3*d6-d5*d4, d5*d2-d1*d6, d1*d4-d3*d2
	switch {
	case d1 <= 0 && d2 <= 0:
	case d3 >= 0 && d4 <= d3:
		away = bp
	case d6 >= 0 && d5 <= d6:
		away = cp
	case vc <= 0 && d1 >= 0 && d3 <= 0:
		away = ap.Sub(ab.Mul(d1 / (d1 - d3)))
	case vb <= 0 && d2 >= 0 && d6 <= 0:
		away = ap.Sub(ac.Mul(d2 / (d2 - d6)))
	case va <= 0 && d4 >= d3 && d5 >= d6:
		away = bp.Sub(t[2].Sub(t[1]).Mul((d4 - d3) / (d4 - d3 + d5 - d6)))
	default:
		away = ap.Sub(ab.Mul(vb / (va + vb + vc))).Sub(ac.Mul(vc / (va + vb + vc)))
	}
	return away.Dot(away)
}
