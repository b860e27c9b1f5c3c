package meet

import (
	"math"

	"hooke/model"
)

const (
	parallel = 1e-10 // square of the sine of the angle below which two springs are parallel
	shortest = 1e-12 // distance [m] below which two points have no direction
)

// betweenSegments returns the shares s and t at which a0 + s (a1 − a0) and b0 + t (b1 − b0) are
// closest, from 0 to 1, and the way from the second point to the first. Of parallel segments
// it is the middle of the part along which they are near.
func betweenSegments(a0, a1, b0, b1 model.Vec3) (s, t float64, way model.Vec3) {
	u, v, w := a1.Sub(a0), b1.Sub(b0), a0.Sub(b0)
	uu, uv, vv, uw, vw := u.Dot(u), u.Dot(v), v.Dot(v), u.Dot(w), v.Dot(w)
	across := u.Cross(v)
	switch {
	case uu == 0 && vv == 0:
		s, t = 0.5, 0.5
	case uu == 0:
		s, t = 0.5, within(vw/vv)
	case vv == 0:
		s, t = within(-uw/uu), 0.5
	case across.Dot(across) <= parallel*uu*vv:
		from, to := -uw/uu, (uv-uw)/uu
		s = (within(from) + within(to)) / 2
		t = within((vw + s*uv) / vv)
	default:
		s = within((uv*vw - vv*uw) / across.Dot(across))
		t = (vw + s*uv) / vv
		if t < 0 || t > 1 {
			t = within(t)
			s = within((t*uv - uw) / uu)
		}
	}
	return s, t, a0.Add(u.Mul(s)).Sub(b0.Add(v.Mul(t)))
}

// within returns the nearest number from 0 to 1.
func within(x float64) float64 { return max(0, min(1, x)) }

// onTriangle returns the shares of the corners at the point of a triangle that is closest to x,
// and the way from it to x. Source: C. Ericson, Real-Time Collision Detection, 2005, 5.1.5.
func onTriangle(x model.Vec3, t [3]model.Vec3) (share [3]float64, way model.Vec3) {
	ab, ac := t[1].Sub(t[0]), t[2].Sub(t[0])
	if n := ab.Cross(ac); n.Dot(n) <= parallel*ab.Dot(ab)*ac.Dot(ac) {
		return onEdges(x, t)
	}
	ap, bp, cp := x.Sub(t[0]), x.Sub(t[1]), x.Sub(t[2])
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	vc, vb, va := d1*d4-d3*d2, d5*d2-d1*d6, d3*d6-d5*d4
	switch n := ab.Cross(ac); {
	case d1 <= 0 && d2 <= 0:
		share = [3]float64{1, 0, 0}
	case d3 >= 0 && d4 <= d3:
		share = [3]float64{0, 1, 0}
	case d6 >= 0 && d5 <= d6:
		share = [3]float64{0, 0, 1}
	case vc <= 0 && d1 >= 0 && d3 <= 0:
		s := d1 / (d1 - d3)
		share = [3]float64{1 - s, s, 0}
	case vb <= 0 && d2 >= 0 && d6 <= 0:
		s := d2 / (d2 - d6)
		share = [3]float64{1 - s, 0, s}
	case va <= 0 && d4 >= d3 && d5 >= d6:
		s := (d4 - d3) / (d4 - d3 + d5 - d6)
		share = [3]float64{0, 1 - s, s}
	default:
		// The numbers of va, vb and vc cancel; these do not as much.
		square := n.Dot(n)
		v, w := ap.Cross(ac).Dot(n)/square, ab.Cross(ap).Dot(n)/square
		share = [3]float64{1 - v - w, v, w}
	}
	at := t[0].Mul(share[0]).Add(t[1].Mul(share[1])).Add(t[2].Mul(share[2]))
	return share, x.Sub(at)
}

// onEdges is onTriangle for the edges of a triangle, whose corners may lie on a line.
func onEdges(x model.Vec3, t [3]model.Vec3) (share [3]float64, way model.Vec3) {
	least := math.Inf(1)
	for k := range t {
		next := (k + 1) % 3
		if _, s, off := betweenSegments(x, x, t[k], t[next]); off.Len() < least {
			least, way, share = off.Len(), off, [3]float64{}
			share[k], share[next] = 1-s, s
		}
	}
	return share, way
}

// isPlace reports whether a point is one: three finite numbers.
func isPlace(x model.Vec3) bool { return x.Sub(x) == (model.Vec3{}) && x.Len() < math.MaxFloat64 }
