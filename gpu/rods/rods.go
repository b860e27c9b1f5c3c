package rods

import (
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/gpu/colored"
	"hooke/gpu/glx"
	"hooke/gpu/ledger"
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
	words  int   // of a number: 1, or 2

	turning *glx.Buffer // all passes; [segments]
	segment *glx.Buffer // all passes; [segments]
	links   *glx.Buffer // of segments and then of joints, color by color
	soft    *glx.Buffer // likewise
	rows    colored.Rows
	ends    []span // links of segments, color by color
	bends   []span // links of joints

	works *ledger.Works // of links; nil: no ledger is kept

	made  passes
	kept  kept
	shown shown
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
	words, _ := n.Precision.Words()
	r := &Rods{ctx: ctx, model: m, set: chain.Of(m), words: int(words)}
	links := r.link()
	err := colored.Allocate(ctx, ranges.RodSizes(n), &r.turning, &r.segment, &r.links, &r.soft, &r.kept.at[0], &r.kept.at[1])
	if err == nil {
		r.rows, err = colored.NewRows(ctx, 1+len(r.ends)+len(r.bends))
	}
	if err == nil && n.Worked > 0 {
		r.works, err = ledger.NewWorksOf(ctx, "RodWork", shaders.BindWork, n.Segments+n.Joints)
	}
	if err != nil {
		r.Release()
		return nil, err
	}
	glx.Upload(r.links, 0, links)
	all := uint32(len(links) / r.words)
	rows := []shaders.Sweep{{First: uint32(len(r.set.Segments)), Count: all, Ends: all}}
	for _, colors := range [][]span{r.ends, r.bends} {
		for _, c := range colors {
			rows = append(rows, shaders.Sweep{First: uint32(c.first), Count: uint32(c.count), Ends: all})
		}
	}
	r.rows.Write(rows)
	return r, nil
}

// link makes the records of all constraints, and says where each color has its own.
func (r *Rods) link() (out []shaders.RodLink) {
	for _, color := range r.set.Ends {
		r.ends = append(r.ends, span{first: len(out) / r.words, count: len(color)})
		for _, k := range color {
			s := &r.set.Segments[k]
			out = append(out, r.linked(s.Ends, k, s.Spring, s.Rod.Strains(s.Length), s.Rod.Delay, model.Vec3{0, 0, s.Length}, 1/s.Length)...)
		}
	}
	for _, color := range r.set.Bends {
		r.bends = append(r.bends, span{first: len(out) / r.words, count: len(color)})
		for _, k := range color {
			j := &r.set.Joints[k]
			to := &r.set.Segments[j.To]
			out = append(out, r.linked(model.Ends{j.From, j.To}, j.To, to.Spring, j.Turns, j.Delay, j.Rest.Mul(j.Length), to.Rod.Thick()/j.Length)...)
		}
	}
	return out
}

// linked are the records of a constraint between a and b, one for each word of its numbers.
func (r *Rods) linked(of model.Ends, segment, spring uint32, stiffness model.Vec3, delay float64, rest model.Vec3, strain float64) (out []shaders.RodLink) {
	for range r.words {
		one := shaders.RodLink{A: of[0], B: of[1], Segment: segment, Spring: spring, Delay: taken(&delay), Strain: taken(&strain),
			StiffX: taken(&stiffness[0]), StiffY: taken(&stiffness[1]), StiffZ: taken(&stiffness[2]), RestX: taken(&rest[0]), RestY: taken(&rest[1]), RestZ: taken(&rest[2])}
		out = append(out, one)
	}
	return out
}

// taken is a number rounded to float32, which it takes from the number: what is left is the next word.
func taken(x *float64) float32 {
	word := float32(*x)
	*x -= float64(word)
	return word
}

// four are the words of a vector and a number behind it.
func (r *Rods) four(v model.Vec3, w float64) (out []shaders.Turning) {
	for range r.words {
		out = append(out, shaders.Turning{taken(&v[0]), taken(&v[1]), taken(&v[2]), taken(&w)})
	}
	return out
}

// Release frees buffers, but not the passes.
func (r *Rods) Release() {
	if r == nil {
		return
	}
	r.shown.release()
	r.kept.release()
	r.works.Release()
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
	var records []shaders.Segment
	for k, s := range r.set.Segments {
		start := r.model.Segments[s.Spring].Start
		for range r.words {
			records = append(records, shaders.Segment{X: taken(&start.V[0]), Y: taken(&start.V[1]), Z: taken(&start.V[2]), W: taken(&start.W),
				Across: taken(&s.Across), Along: taken(&s.Along), Held: uint32(r.held[k] + 1), Mass: s.Ends[0]})
		}
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
	var records []shaders.Turning
	for k := range r.set.Segments {
		q, spin := rod.Unit(s.Orientation[k]), s.AngularVelocity[k]
		if r.held[k] >= 0 {
			start := r.model.Segments[r.set.Segments[k].Spring].Start
			q, spin = rod.Turn(r.params.Clamps[r.held[k]].Turn(s.Time)).Mul(start), model.Vec3{}
		}
		records = slices.Concat(records, r.four(q.V, q.W), r.four(spin, 0), r.four(model.Vec3{}, 0))
	}
	r.ctx.Barrier(glx.ByTransfer) // the upload overwrites what passes may have written
	glx.Upload(r.turning, 0, records)
}

// Read waits and puts orientations and spins into a state.
func (r *Rods) Read(dst *model.State) {
	if r == nil {
		return
	}
	records := make([]shaders.Turning, r.words*shaders.TurningVectors*len(r.set.Segments))
	r.ctx.Barrier(glx.ByTransfer) // the download reads what passes wrote
	glx.Download(r.turning, 0, records)
	dst.Orientation, dst.AngularVelocity = make([]mgl64.Quat, len(r.set.Segments)), make([]model.Vec3, len(r.set.Segments))
	for k := range r.set.Segments {
		of := records[r.words*shaders.TurningVectors*k:]
		for word := range r.words {
			q, w := &dst.Orientation[k], &dst.AngularVelocity[k]
			for axis := range 3 {
				q.V[axis] += float64(of[word][axis])
				w[axis] += float64(of[r.words+word][axis])
			}
			q.W += float64(of[word][3])
		}
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
