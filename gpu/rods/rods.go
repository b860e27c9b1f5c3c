package rods

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/gpu/colored"
	"hooke/gpu/glx"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/rod"
	"hooke/rod/chain"
	"hooke/shaders"
)

// Rods are the rods of a run on the device. A nil *Rods has none: what it is asked for does nothing.
type Rods struct {
	ctx    *glx.Context
	set    *chain.Set
	model  *model.Model // borrowed
	params model.Params
	held   []int // the clamp of each segment, see chain.Set.Held

	turning *glx.Buffer // all passes; [segments]
	segment *glx.Buffer // all passes; [segments]
	links   *glx.Buffer // of segments and then of joints, color by color
	soft    *glx.Buffer // likewise
	rows    colored.Rows
	ends    []span // links of segments, color by color
	bends   []span // links of joints

	made passes
}

// span is a color: links from first on.
type span struct {
	first, count int
	groups       [2]uint32 // work groups of its dispatch
}

// New puts the rods of a model on the device; nil where there are none. On an error nothing stays
// allocated.
func New(ctx *glx.Context, m *model.Model, n ranges.Counts) (*Rods, error) {
	if n.Segments == 0 {
		return nil, nil
	}
	r := &Rods{ctx: ctx, model: m, set: chain.Of(m)}
	links := r.link()
	err := colored.Allocate(ctx, ranges.RodSizes(n), &r.turning, &r.segment, &r.links, &r.soft)
	if err == nil {
		r.rows, err = colored.NewRows(ctx, 1+len(r.ends)+len(r.bends))
	}
	if err != nil {
		r.Release()
		return nil, err
	}
	glx.Upload(r.links, 0, links)
	rows := []shaders.Sweep{{First: uint32(len(r.set.Segments)), Count: uint32(len(links))}}
	for _, colors := range [][]span{r.ends, r.bends} {
		for _, c := range colors {
			rows = append(rows, shaders.Sweep{First: uint32(c.first), Count: uint32(c.count)})
		}
	}
	r.rows.Write(rows)
	return r, nil
}

// link makes the records of all constraints, and says where each color has its own.
func (r *Rods) link() (out []shaders.RodLink) {
	for _, color := range r.set.Ends {
		r.ends = append(r.ends, span{first: len(out), count: len(color)})
		for _, k := range color {
			s := &r.set.Segments[k]
			out = append(out, linked(s.Ends, k, s.Spring, s.Rod.Strains(s.Length), s.Rod.Delay, model.Vec3{0, 0, s.Length}, 1/s.Length))
		}
	}
	for _, color := range r.set.Bends {
		r.bends = append(r.bends, span{first: len(out), count: len(color)})
		for _, k := range color {
			j := &r.set.Joints[k]
			to := &r.set.Segments[j.To]
			out = append(out, linked(model.Ends{j.From, j.To}, j.To, to.Spring, j.Turns, j.Delay, j.Rest.Mul(j.Length), to.Rod.Thick()/j.Length))
		}
	}
	return out
}

// linked is the record of a constraint between a and b.
func linked(of model.Ends, segment, spring uint32, stiffness model.Vec3, delay float64, rest model.Vec3, strain float64) shaders.RodLink {
	return shaders.RodLink{A: of[0], B: of[1], Segment: segment, Spring: spring, Delay: float32(delay), Strain: float32(strain),
		StiffX: float32(stiffness[0]), StiffY: float32(stiffness[1]), StiffZ: float32(stiffness[2]), RestX: float32(rest[0]), RestY: float32(rest[1]), RestZ: float32(rest[2])}
}

// four are a vector and a number behind it.
func four(v model.Vec3, w float64) [4]float32 {
	return [4]float32{float32(v[0]), float32(v[1]), float32(v[2]), float32(w)}
}

// Release frees buffers, but not the passes.
func (r *Rods) Release() {
	if r == nil {
		return
	}
	r.rows.Release()
	for _, b := range []*glx.Buffer{r.soft, r.links, r.segment, r.turning} {
		b.Release()
	}
}

// SetParams takes parameters for the steps that are queued from here on: what clamps hold.
func (r *Rods) SetParams(p model.Params) {
	if r == nil {
		return
	}
	r.params, r.held = p, r.set.Held(p.Clamps)
	records := make([]shaders.Segment, len(r.set.Segments))
	for k := range records {
		s := &r.set.Segments[k]
		start := r.model.Segments[s.Spring].Start
		records[k] = shaders.Segment{X: float32(start.V[0]), Y: float32(start.V[1]), Z: float32(start.V[2]), W: float32(start.W),
			Across: float32(s.Across), Along: float32(s.Along), Held: uint32(r.held[k] + 1), Mass: s.Ends[0]}
	}
	r.ctx.Barrier(glx.ByTransfer) // the upload overwrites what passes may read
	glx.Upload(r.segment, 0, records)
}

// Place sets orientations and spins to those of a state; where that has none, to those at rest.
// Segments that clamps hold stand where they must be at its time.
func (r *Rods) Place(s *model.State) {
	if r == nil {
		return
	}
	if len(s.Orientation) == 0 {
		start := r.model.Start()
		start.Time, s = s.Time, start
	}
	records := make([]shaders.Turning, shaders.TurningVectors*len(r.set.Segments))
	for k := range r.set.Segments {
		q, spin := rod.Unit(s.Orientation[k]), s.AngularVelocity[k]
		if r.held[k] >= 0 {
			start := r.model.Segments[r.set.Segments[k].Spring].Start
			q, spin = rod.Turn(r.params.Clamps[r.held[k]].Turn(s.Time)).Mul(start), model.Vec3{}
		}
		records[shaders.TurningVectors*k], records[shaders.TurningVectors*k+1] = four(q.V, q.W), four(spin, 0)
	}
	r.ctx.Barrier(glx.ByTransfer) // the upload overwrites what passes may have written
	glx.Upload(r.turning, 0, records)
}

// Read waits and puts orientations and spins into a state.
func (r *Rods) Read(dst *model.State) {
	if r == nil {
		return
	}
	records := make([]shaders.Turning, shaders.TurningVectors*len(r.set.Segments))
	r.ctx.Barrier(glx.ByTransfer) // the download reads what passes wrote
	glx.Download(r.turning, 0, records)
	dst.Orientation, dst.AngularVelocity = make([]mgl64.Quat, len(r.set.Segments)), make([]model.Vec3, len(r.set.Segments))
	for k := range r.set.Segments {
		q, w := records[shaders.TurningVectors*k], records[shaders.TurningVectors*k+1]
		dst.Orientation[k] = mgl64.Quat{W: float64(q[3]), V: model.Vec3{float64(q[0]), float64(q[1]), float64(q[2])}}
		dst.AngularVelocity[k] = model.Vec3{float64(w[0]), float64(w[1]), float64(w[2])}
	}
}

// Lasting is what goes on from step to step; nil without rods.
func (r *Rods) Lasting() *glx.Buffer {
	if r == nil {
		return nil
	}
	return r.turning
}

// Sum is a sum over the order in which colors put segments and joints; 0 without rods.
func (r *Rods) Sum() uint64 {
	if r == nil {
		return 0
	}
	return r.set.Sum()
}
