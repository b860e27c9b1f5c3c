package draw

import (
	"math"
	"slices"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// extent is the box that shadows are cast from. It is found from a sample of the masses,
// now and then, and changes in leaps, so that the shadows of things at rest stand still.
type extent struct {
	box    Bounds
	seen   Bounds // box around the sample [m]
	known  bool
	sample []shaders.Position
	frames int
	whole  Whole // whose masses are sampled; nil: those of the buffers
}

// sampleFrames is how many pictures are drawn between two looks at positions, since
// looking waits for the device.
const sampleFrames = 3

// follow looks at the positions when sampleFrames pictures have passed, or at once if now
// is set.
func (e *extent) follow(ctx *glx.Context, scene Drawable, now bool) {
	if now || e.frames%sampleFrames == 0 {
		ctx.Barrier(glx.ByTransfer) // the sample is a download
		e.take(scene)
		e.seen = bounds(e.sample)
		e.adapt(e.seen)
	}
	e.frames++
}

// take reads positions from a few runs of masses that are spread over the buffer.
func (e *extent) take(scene Drawable) {
	const runs, runLength = 64, 64
	masses := scene.MassCount()
	read := func(first int, dst []shaders.Position) { glx.Download(scene.PositionBuffer(), int64(first), dst) }
	if e.whole != nil {
		masses, read = e.whole.Excerpt().Masses, e.whole.Places
	}
	if size := min(masses, runs*runLength); len(e.sample) != size {
		e.sample = make([]shaders.Position, size)
	}
	if masses <= runs*runLength {
		read(0, e.sample)
		return
	}
	for k := range runs {
		read((masses-runLength)*k/(runs-1), e.sample[k*runLength:][:runLength])
	}
}

// adapt takes a new box where the old one is too small or much too large.
func (e *extent) adapt(seen Bounds) {
	const margin, slack = 0.12, 1.6
	inside := e.known
	for axis := range 3 {
		inside = inside && seen.Lo[axis] >= e.box.Lo[axis] && seen.Hi[axis] <= e.box.Hi[axis]
	}
	if inside && e.box.Diagonal() < slack*(1+2*margin)*seen.Diagonal() {
		return
	}
	grow := seen.Diagonal() * margin
	e.box = Bounds{Lo: seen.Lo.Sub(model.Vec3{grow, grow, grow}), Hi: seen.Hi.Add(model.Vec3{grow, grow, grow})}
	e.known = true
}

// Bounds returns the box around the current positions of all masses [m]. It waits for the
// device. It leaves out masses whose position is not finite.
func (r *Renderer) Bounds() Bounds {
	if whole := r.subject.Whole; whole != nil {
		return r.inWorld(whole.Bounds())
	}
	position := make([]shaders.Position, r.scene.MassCount())
	r.ctx.Barrier(glx.ByTransfer)
	glx.Download(r.scene.PositionBuffer(), 0, position)
	return r.inWorld(bounds(position))
}

// State reads the state that is drawn into s, whose numbers of masses are the model's: 32 bits
// of each number, and neither time nor step. It waits for the device.
func (r *Renderer) State(s *model.State) {
	count := r.scene.MassCount()
	position, velocity := make([]shaders.Position, count), make([]shaders.Velocity, count)
	r.ctx.Barrier(glx.ByTransfer)
	glx.Download(r.scene.PositionBuffer(), 0, position)
	glx.Download(r.scene.VelocityBuffer(), 0, velocity)
	if len(s.Position) != count {
		s.Position, s.Velocity = make([]model.Vec3, count), make([]model.Vec3, count)
	}
	origin := r.origin()
	for k := range count {
		i := r.modelMass(k, true)
		s.Position[i], s.Velocity[i] = model.InWorld(origin, position[k].Xyz), widen(velocity[k].Xyz)
	}
}

func bounds(position []shaders.Position) Bounds {
	var box Bounds
	first := true
	for _, p := range position {
		x := model.Vec3{float64(p.Xyz[0]), float64(p.Xyz[1]), float64(p.Xyz[2])}
		if slices.ContainsFunc(x[:], func(c float64) bool { return math.IsNaN(c) || math.IsInf(c, 0) }) {
			continue
		}
		if first {
			box, first = Bounds{Lo: x, Hi: x}, false
		}
		for axis := range 3 {
			box.Lo[axis] = min(box.Lo[axis], x[axis])
			box.Hi[axis] = max(box.Hi[axis], x[axis])
		}
	}
	return box
}

// Memory is data that a picture inherits from earlier ones: the box from which shadows are
// cast, the time of the next look at positions, and the box about which planes are drawn.
// With the same memory the same state gives the same picture. The zero value stands for no
// picture yet.
type Memory struct {
	Extent   Bounds // box that shadows are cast from [m]
	Known    bool   // whether Extent is set
	Pictures int    // number of pictures drawn
	Seen     Bounds // box around the masses at the last look [m]
	Solids   Bounds // box about which planes are drawn [m]
}

// Memory returns the data that the next picture inherits.
func (r *Renderer) Memory() Memory {
	return Memory{Extent: r.inWorld(r.extent.box), Known: r.extent.known, Pictures: r.extent.frames, Seen: r.inWorld(r.extent.seen), Solids: r.inWorld(r.solids.around)}
}

// Remember makes the next picture inherit m, as if it followed the pictures that m was
// taken from.
func (r *Renderer) Remember(m Memory) {
	r.placed = r.origin()
	r.extent.box, r.extent.known, r.extent.frames = moved(m.Extent, r.placed.Mul(-1)), m.Known, m.Pictures
	r.extent.seen, r.solids.around = moved(m.Seen, r.placed.Mul(-1)), moved(m.Solids, r.placed.Mul(-1))
}

// origin returns the point of the world that positions in the buffers are counted from [m].
func (r *Renderer) origin() model.Vec3 {
	if r.scene == nil {
		return model.Vec3{}
	}
	return r.scene.Origin()
}

// inWorld is where a box of positions in the buffers is [m].
func (r *Renderer) inWorld(b Bounds) Bounds { return moved(b, r.origin()) }

// moved is a box elsewhere.
func moved(b Bounds, by model.Vec3) Bounds {
	if by == (model.Vec3{}) {
		return b
	}
	return Bounds{Lo: b.Lo.Add(by), Hi: b.Hi.Add(by)}
}

// place returns a frame with all positions relative to the origin of the buffers, as
// everything drawn is. It adjusts the renderer's own data if the origin has moved.
func (r *Renderer) place(f Frame) Frame {
	at := r.origin()
	if by := r.placed.Sub(at); by != (model.Vec3{}) {
		if r.extent.known {
			r.extent.box, r.extent.seen = moved(r.extent.box, by), moved(r.extent.seen, by)
		}
		if r.solids.made != nil {
			r.solids.around = moved(r.solids.around, by)
		}
		for _, sample := range [][]shaders.Position{r.extent.sample, r.recent.sample} {
			for i, p := range sample {
				sample[i].Xyz = narrow(model.InWorld(by, p.Xyz))
			}
		}
		r.placed = at
	}
	if at == (model.Vec3{}) {
		return f
	}
	f.origin, f.Camera.Target, f.Params = at, f.Camera.Target.Sub(at), f.Params.From(at)
	if f.Ground != nil {
		height := *f.Ground - at[2]
		f.Ground = &height
	}
	f.Arrows = slices.Clone(f.Arrows)
	for i := range f.Arrows {
		f.Arrows[i].From = f.Arrows[i].From.Sub(at)
	}
	f.Lines = slices.Clone(f.Lines)
	for i, l := range f.Lines {
		f.Lines[i] = Line{l.From.Sub(at), l.To.Sub(at)}
	}
	return f
}
