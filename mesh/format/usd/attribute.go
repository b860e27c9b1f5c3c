package usd

import (
	"math"
	"slices"
	"strings"

	"hooke/mesh/scan"
	"hooke/model"
)

// isShape reports whether an attribute places or shapes a prim.
func isShape(name string) bool {
	return name == "points" || strings.HasPrefix(name, "xformOp:") || strings.HasPrefix(name, "faceVertex")
}

// has reports whether a prim has a value of an attribute that may change over time.
func (p *parser) has(of *prim, name string) bool {
	switch name {
	case "points":
		return of.points != nil
	case "faceVertexCounts", "curveVertexCounts":
		return of.counts != nil
	case "faceVertexIndices":
		return of.indices != nil
	case "tetVertexIndices":
		return of.tets != nil
	}
	_, known := of.ops[name]
	return known
}

// value takes the value of an attribute or a relationship.
func (p *parser) value(of *prim, name string) {
	switch name {
	case "points":
		of.points = p.vectors()
	case "faceVertexCounts", "curveVertexCounts":
		of.counts = p.wholes(1)
	case "faceVertexIndices":
		of.indices = p.wholes(1)
	case "tetVertexIndices":
		of.tets = p.wholes(4)
	case "indices":
		if of.kind != "GeomSubset" {
			p.skip()
			return
		}
		of.subset = p.wholes(1)
	case "elementType":
		of.element = p.token()
	case "xformOpOrder":
		of.order = p.words()
	case "orientation":
		of.left = string(p.text) == "leftHanded"
		p.skip()
	case "visibility":
		of.hidden = string(p.text) == "invisible"
		p.skip()
	case "purpose":
		of.purpose = p.token()
	case "wrap":
		of.periodic = string(p.text) == "periodic"
		p.skip()
	case "type":
		of.cubic = string(p.text) == "cubic"
		p.skip()
	case "material:binding:physics", "material:binding":
		if path := p.token(); of.bound == "" || name == "material:binding:physics" {
			of.bound = path
		}
	default:
		switch {
		case strings.HasPrefix(name, "xformOp:"):
			p.transform(of, name)
		case p.physics(of, name):
		default:
			p.skip()
		}
	}
}

// token takes a text or a path as a value.
func (p *parser) token() (s string) {
	if p.kind == text {
		s = string(p.text)
	}
	p.skip()
	return s
}

// vectors takes an array of positions.
func (p *parser) vectors() []model.Vec3 {
	var out scan.ChunkedSlice[model.Vec3]
	p.array(func() {
		if out.Len() == model.MaxCount {
			p.fault("more than %d points; split the mesh", model.MaxCount)
			return
		}
		var x model.Vec3
		p.tuple(x[:])
		out.Add(x)
	})
	list := out.Join()
	if list == nil {
		list = []model.Vec3{}
	}
	return list
}

// physics takes an attribute of a deformable body or of its material, and reports whether it is one:
// physics:density, omniphysics:youngsModulus, physxDeformableBodyMaterial:poissonsRatio and the like.
func (p *parser) physics(of *prim, name string) bool {
	space, last, spaced := strings.Cut(name, ":")
	if i := strings.LastIndexByte(name, ':'); spaced {
		last = name[i+1:]
	}
	space = strings.ToLower(space)
	if !spaced || !strings.HasPrefix(space, "physics") && !strings.HasPrefix(space, "omniphysics") && !strings.HasPrefix(space, "physx") {
		return false
	}
	to := map[string]*float64{"youngsModulus": &of.stuff.young, "poissonsRatio": &of.stuff.poisson, "density": &of.stuff.density,
		"surfaceThickness": &of.stuff.thickness, "mass": &of.stuff.mass}[last]
	if to == nil || p.kind != number {
		if !slices.Contains(p.unused, name) && len(p.unused) < mostUnused {
			p.unused = append(p.unused, name)
		}
		p.skip()
		return true
	}
	at := p.at
	if *to = p.number(); p.err == nil && !(*to >= 0) {
		p.at = at
		p.fault("%s is %g; it must not be below zero", name, *to)
	} else if math.IsInf(*to, 1) && last != "youngsModulus" { // an infinite modulus is that of rigid bodies
		p.at = at
		p.fault("%s is %g; it must be finite", name, *to)
	}
	return true
}

// mostUnused is how many names of unused attributes a note gives.
const mostUnused = 12
