package ensemble

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// endings returns the words of how members end, by the numbers that shaders have for them.
func endings() []string {
	return []string{"", ensemble.Diverged, physics.Still, physics.Fell, physics.Left}
}

// seen is the last data read, while nothing has changed it.
type seen struct {
	stamp    int64
	words    map[*block][]uint32
	pack     int
	block    *block
	held     int
	position [][4]float32
	velocity [][4]float32
}

// fresh drops data read before a change.
func (e *Engine) fresh() *seen {
	if e.seen.stamp != e.stamp || e.seen.words == nil {
		e.ctx.Barrier(glx.ByTransfer)
		e.seen = seen{stamp: e.stamp, words: map[*block][]uint32{}}
	}
	return &e.seen
}

// wordsOf returns the words of a block as they are now.
func (e *Engine) wordsOf(b *block) []uint32 {
	s := e.fresh()
	if s.words[b] == nil {
		s.words[b] = make([]uint32, b.kind.layout.word.count*b.padded)
		glx.Download(b.word, 0, s.words[b])
	}
	return s.words[b]
}

// wordOf returns a word of a slot.
func (b *block) wordOf(words []uint32, name string, which, at int) uint32 {
	return words[(b.kind.layout.word.at[name]+which)*b.padded+at]
}

// statusOf returns the status of a member in the words of its block.
func (r *run) statusOf(words []uint32) (ensemble.Status, error) {
	code, err := limits.Number("ending", r.wordOf(words, "ENDED", 0, r.at), len(endings()))
	if err != nil {
		return ensemble.Status{}, fmt.Errorf("ensemble: %w", err)
	}
	if code == 0 {
		return ensemble.Status{}, nil
	}
	return ensemble.Status{Ended: endings()[code], Step: r.begun + int64(r.wordOf(words, "AGE", 0, r.at))}, nil
}

// Status waits and says of each member whether it has ended.
func (e *Engine) Status() ([]ensemble.Status, error) {
	out := make([]ensemble.Status, len(e.runs))
	for i := range e.runs {
		var err error
		if one := e.lone.Of(i); one != nil {
			if out[i], err = one.Status(); err != nil {
				return nil, fmt.Errorf("ensemble: member %d: %w", i, err)
			}
			continue
		}
		if out[i], err = e.runs[i].statusOf(e.wordsOf(e.runs[i].block)); err != nil {
			return nil, err
		}
	}
	return out, e.fault()
}

// fault returns the OpenGL error of reads.
func (e *Engine) fault() error {
	if err := e.ctx.Err("read an ensemble"); err != nil {
		return fmt.Errorf("ensemble: %w", err)
	}
	return nil
}

// timeAt is simulated time of a member, at a step of it [s].
func (r *run) timeAt(step int64) float64 {
	return r.time + float64(step-r.begun)*r.kind.table.kind.Params.DT
}

// Read waits and copies the state of a member into dst. To read members in ascending order is fast: those of
// a pack come together.
func (e *Engine) Read(member int, dst *model.Snapshot) error {
	if one := e.lone.Of(member); one != nil {
		return one.Read(dst)
	}
	r := &e.runs[member]
	words := e.wordsOf(r.block)
	status, err := r.statusOf(words)
	if err != nil {
		return err
	}
	held := e.held
	if status.Ended != "" && e.copies == 2 {
		if held, err = limits.Number("copy", r.wordOf(words, "COPY", 0, r.at), 2); err != nil {
			return fmt.Errorf("ensemble: %w", err)
		}
	}
	n := r.kind.table.kind.Model.MassCount()
	if s, pack := e.fresh(), r.at/shaders.Pack; s.block != r.block || s.pack != pack || s.held != held {
		s.block, s.pack, s.held = r.block, pack, held
		s.position, s.velocity = make([][4]float32, n*shaders.Pack), make([][4]float32, n*shaders.Pack)
		glx.Download(r.position[held], int64(pack*n*shaders.Pack), s.position)
		glx.Download(r.velocity[held], int64(pack*n*shaders.Pack), s.velocity)
	}
	dst.Resize(n)
	dst.Step = r.begun + int64(r.wordOf(words, "AGE", 0, r.at))
	dst.Time, dst.Origin, dst.Orientation, dst.AngularVelocity = r.timeAt(dst.Step), model.Vec3{}, nil, nil
	for i := range n {
		at := i*shaders.Pack + r.at%shaders.Pack
		dst.Position[i], dst.Velocity[i] = [3]float32(e.seen.position[at][:3]), [3]float32(e.seen.velocity[at][:3])
	}
	return e.fault()
}

// ReadAll copies numbers of all members; see ensemble.Engine.
func (e *Engine) ReadAll(fields ensemble.Reads, dst []float32) error {
	return ensemble.ReadAll(e, e.settled, e.members, fields, dst)
}
