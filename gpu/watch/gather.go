package watch

import (
	"fmt"
	"slices"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/shaders"
)

// Gathers copies the motion of chosen masses aside while steps are queued. Each copy goes to a place of its own in the
// memory of the host, behind which there is a fence, so that Take waits for no step behind it. A nil *Gathers
// may be released.
type Gathers struct {
	masses    int
	words     [2]int64 // of a position and of a velocity
	pass      *pass.Pass
	list, out *glx.Buffer
	runs      []run // replace the pass, where arrays are divided
	places    []*glx.Landing
	queued    []when // copies that is still pending, the oldest first
	next      int    // the slot of the next copy
}

// run is records that follow each other, in the array of positions or of velocities, and in a copy.
type run struct {
	from             *glx.Buffer
	first, at, count int64
}

// recordBytes is the length of a record of positions and of velocities [bytes].
const recordBytes = 16

// NewGathers allocates the given number of copies of masses whose numbers on the device are given. On an error nothing stays allocated.
func NewGathers(k pass.Maker, b *buffers.Arrays, all ranges.Ranges, numbers []uint32, room int) (g *Gathers, err error) {
	g = &Gathers{masses: len(numbers)}
	defer func() {
		if err != nil {
			g.Release()
			g = nil
		}
	}()
	g.words[0], g.words[1] = b.Precision.Words()
	records := g.records(all, numbers)
	for range room {
		place, err := k.Ctx.NewLanding("hooke.Gathered.host", int64(len(records))*recordBytes)
		if err != nil {
			return g, fmt.Errorf("gpu: %w", err)
		}
		g.places = append(g.places, place)
	}
	if k.Division != nil {
		g.divide(b, records)
		return g, nil
	}
	if g.list, err = glx.NewBufferFrom(k.Ctx, "hooke.Gathered.list", records); err != nil {
		return g, fmt.Errorf("gpu: %w", err)
	}
	if g.out, err = k.Ctx.NewBuffer("hooke.Gathered", int64(len(records))*recordBytes); err != nil {
		return g, fmt.Errorf("gpu: %w", err)
	}
	g.pass, err = k.With("POSITIONS", int(g.positions())).With("RECORDS", len(records)).Make("gather", shaders.Gather, pass.Extent{Count: int64(len(records))},
		[]pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
			{Binding: shaders.BindKept, Buffer: g.out}, {Binding: shaders.BindIncidence, Buffer: g.list}})
	return g, err
}

// positions returns how many records of a copy are of positions.
func (g *Gathers) positions() int64 { return int64(g.masses) * g.words[0] }

// records returns the records of a copy: the first words of positions, the second ones, and those of velocities likewise.
func (g *Gathers) records(all ranges.Ranges, numbers []uint32) (out []uint32) {
	for _, words := range g.words {
		for word := range words {
			for _, i := range numbers {
				first, second := all.Record(int64(i), words)
				out = append(out, uint32([]int64{first, second}[word]))
			}
		}
	}
	return out
}

// divide finds the runs of a copy.
func (g *Gathers) divide(b *buffers.Arrays, records []uint32) {
	for at, record := range records {
		from, n := b.Position, len(g.runs)
		if int64(at) >= g.positions() {
			from = b.Velocity
		}
		if n > 0 && g.runs[n-1].from == from && g.runs[n-1].first+g.runs[n-1].count == int64(record) {
			g.runs[n-1].count++
			continue
		}
		g.runs = append(g.runs, run{from, int64(record), int64(at), 1})
	}
}

// Queue queues a copy of the present state, which is that of a step and a time [s], and does not wait. A slot must be
// free.
func (g *Gathers) Queue(ctx *glx.Context, step int64, time float64) error {
	if len(g.queued) == len(g.places) {
		return fmt.Errorf("gpu: %d copies of the state are waiting to be read, the maximum", len(g.queued))
	}
	to := g.places[g.next]
	if g.pass != nil {
		g.pass.Dispatch(ctx)
		ctx.Barrier(glx.ByTransfer | glx.ByShader) // the copy reads the output of gather, and the next pass overwrites the input of gather
		to.Copy(g.out, 0, 0, g.out.Bytes())
	} else {
		ctx.Barrier(glx.ByTransfer) // the copies read the output of passes of masses
		for _, r := range g.runs {
			to.Copy(r.from, r.first*recordBytes, r.at*recordBytes, r.count*recordBytes)
		}
	}
	to.End()
	g.queued, g.next = append(g.queued, when{step, time}), (g.next+1)%len(g.places)
	return ctx.Err("gpu: gather the motion of masses")
}

// Take waits for the oldest copy that is still pending, and puts it into dst.
func (g *Gathers) Take(ctx *glx.Context, dst *model.State) error {
	if len(g.queued) == 0 {
		return fmt.Errorf("gpu: no copy of the state was queued")
	}
	records := make([][4]float32, g.positions()+int64(g.masses)*g.words[1])
	place := (g.next - len(g.queued) + len(g.places)) % len(g.places)
	if err := glx.Landed(g.places[place], records); err != nil {
		return err
	}
	dst.Step, dst.Time = g.queued[0].step, g.queued[0].time
	g.queued = slices.Delete(g.queued, 0, 1)
	dst.Position = inFull(dst.Position[:0], records[:g.positions()], g.masses)
	dst.Velocity = inFull(dst.Velocity[:0], records[g.positions():], g.masses)
	return ctx.Err("gpu: read the motion of masses")
}

// inFull appends vectors whose words follow each other, those of all masses word by word.
func inFull(dst []model.Vec3, records [][4]float32, masses int) []model.Vec3 {
	for i, r := range records {
		x := model.Vec3{float64(r[0]), float64(r[1]), float64(r[2])}
		if i < masses {
			dst = append(dst, x)
		} else {
			dst[i%masses] = dst[i%masses].Add(x)
		}
	}
	return dst
}

// Release frees the pass and the buffers. On nil it does nothing.
func (g *Gathers) Release() {
	if g == nil {
		return
	}
	g.pass.Release()
	g.list.Release()
	g.out.Release()
	for _, place := range g.places {
		place.Release()
	}
}
