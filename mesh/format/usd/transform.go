package usd

import (
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// transform takes the value of a transform: xformOp:translate, xformOp:rotateXYZ:tilt and the like.
func (p *parser) transform(of *prim, name string) {
	op, _, _ := strings.Cut(strings.TrimPrefix(name, "xformOp:"), ":")
	var v [16]float64
	m := mgl64.Ident4()
	switch {
	case op == "translate":
		p.tuple(v[:3])
		m = mgl64.Translate3D(v[0], v[1], v[2])
	case op == "scale":
		p.tuple(v[:3])
		m = mgl64.Scale3D(v[0], v[1], v[2])
	case op == "orient": // w, x, y, z
		p.tuple(v[:4])
		q := mgl64.Quat{W: v[0], V: mgl64.Vec3{v[1], v[2], v[3]}}
		if p.err == nil && !(q.Len() > 0) {
			p.fault("%s is no rotation: all its numbers are zero", name)
		}
		m = q.Normalize().Mat4()
	case op == "transform": // rows, for points as rows: the columns of ours
		p.expect("(", "before the rows of a matrix")
		for row := range 4 {
			if row > 0 {
				p.expect(",", "between rows of a matrix")
			}
			p.tuple(v[4*row : 4*row+4])
		}
		p.accept(",")
		p.expect(")", "behind the rows of a matrix")
		m = mgl64.Mat4(v)
	case strings.HasPrefix(op, "translate") || strings.HasPrefix(op, "scale"): // translateX
		p.tuple(v[:1])
		axis := strings.IndexByte("XYZ", op[len(op)-1])
		if axis < 0 || op != "translate"+op[len(op)-1:] && op != "scale"+op[len(op)-1:] {
			p.fault("%s is no transform of USD", name)
			return
		}
		if op[0] == 't' {
			m.SetCol(3, mgl64.Vec4{0, 0, 0, 1}.Add(unit(axis).Mul(v[0])))
		} else {
			m.Set(axis, axis, v[0])
		}
	case strings.HasPrefix(op, "rotate"):
		axes := strings.TrimPrefix(op, "rotate")
		if strings.Trim(axes, "XYZ") != "" || len(axes) != 1 && (len(axes) != 3 || strings.Count(axes, axes[:1]) > 1 || axes[1] == axes[2]) {
			p.fault("%s is no transform of USD", name)
			return
		}
		p.tuple(v[:len(axes)])
		for k := range len(axes) { // the first axis turns first; angles of three are always in the order x, y, z
			axis := strings.IndexByte("XYZ", axes[k])
			angle := v[0]
			if len(axes) == 3 {
				angle = v[axis]
			}
			m = turn(axis, angle).Mul4(m)
		}
	default:
		p.fault("%s is no transform of USD", name)
	}
	if of.ops == nil {
		of.ops = map[string]mgl64.Mat4{}
	}
	of.ops[name] = m
}

// unit returns the unit vector of an axis.
func unit(axis int) (v mgl64.Vec4) {
	v[axis] = 1
	return v
}

// turn returns the rotation about an axis by an angle [degrees]; quarter turns are exact.
func turn(axis int, angle float64) mgl64.Mat4 {
	m := mgl64.HomogRotate3D(mgl64.DegToRad(angle), unit(axis).Vec3())
	for i, x := range m {
		if x > -1e-15 && x < 1e-15 {
			m[i] = 0
		}
	}
	return m
}

// local returns the transform of a prim from its own coordinates to those of its parent; reset says
// that its parent's transform does not apply.
func (l *parser) local(p *prim) (m mgl64.Mat4, reset bool) {
	m = mgl64.Ident4()
	for _, name := range p.order {
		if name == "!resetXformStack!" {
			m, reset = mgl64.Ident4(), true
			continue
		}
		base, inverted := strings.CutPrefix(name, "!invert!")
		op, known := p.ops[base]
		if !known {
			l.lexer.at = p.at
			l.fault("%s: xformOpOrder names %q, which has no value", p.path(), base)
			return m, reset
		}
		if inverted {
			op = op.Inv()
		}
		m = m.Mul4(op)
	}
	return m, reset
}

// world returns the transform of a prim to the coordinates of the file.
func (l *parser) world(p *prim) mgl64.Mat4 {
	if p == nil {
		return mgl64.Ident4()
	}
	if m, known := l.known[p]; known {
		return m
	}
	m, reset := l.local(p)
	if !reset {
		m = l.world(p.parent).Mul4(m)
	}
	l.known[p] = m
	return m
}

// vertices adds the points of a prim, placed by a matrix, and returns their numbers. The prim lets go of them.
func (b *builder) vertices(p *prim, place mgl64.Mat4) []uint32 {
	numbers := make([]uint32, len(p.points))
	for i, x := range p.points {
		v, err := b.vertex(model.Vec3(place.Mul4x1(mgl64.Vec3(x).Vec4(1)).Vec3()), p.kind == "BasisCurves")
		if err != nil {
			b.refuse(p, "%w", err)
			return nil
		}
		numbers[i] = v
	}
	p.points = nil
	return numbers
}
