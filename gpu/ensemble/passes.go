package ensemble

import (
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/physics"
	"hooke/shaders"
)

// passes are those of a kind. Blocks lend them their buffers for each dispatch.
type passes struct {
	begin    *pass.Pass
	step     *pass.Pass // of the pipeline ensemble; nil: of the other
	resident *pass.Pass // of the pipeline ensemble-resident, likewise
	look     *pass.Pass // nil: nothing ends a member but a divergence
	sample   *pass.Pass // nil: nothing is measured
	sense    *pass.Pass // nil: no sensor reads masses
	pairs    pairPasses
}

// slots returns those of some bindings, without buffers yet.
func slots(bindings ...shaders.Binding) (out []pass.Slot) {
	for _, b := range append(bindings, shaders.BindMemberTable, shaders.BindMemberValue, shaders.BindMemberWord) {
		out = append(out, pass.Slot{Binding: b})
	}
	return out
}

// compile makes the passes of a kind, with the one that looks where conditions may end members. On an error nothing stays.
func (k *kind) compile(maker pass.Maker, looks bool) (err error) {
	p := &k.passes
	defer func() {
		if err != nil {
			p.release()
		}
	}()
	maker.Group = shaders.Pack * shaders.MemberRows
	maker.Defines = k.layout.defines(k.table)
	maker.Defines = append(maker.Defines, number("LOOK_EVERY", physics.LookEvery))
	one := pass.Extent{Count: 1}
	if p.begin, err = maker.Make("member-begin", shaders.MemberBegin, one, slots(shaders.BindMemberRest, shaders.BindMemberPhase)); err != nil {
		return err
	}
	if looks {
		bindings := []shaders.Binding{shaders.BindPosition, shaders.BindVelocity}
		if len(k.table.trajectories) > 0 {
			bindings = append(bindings, shaders.BindMemberRest)
		}
		if p.look, err = maker.Make("member-look", shaders.MemberLook, one, slots(bindings...)); err != nil {
			return err
		}
	}
	if k.copies == 2 {
		p.step, err = maker.Make("member-step", shaders.MemberStep, one, slots(shaders.BindPosition, shaders.BindVelocity, shaders.BindMemberRest, shaders.BindNextPosition, shaders.BindNextVelocity))
	} else {
		masses := k.table.kind.Model.MassCount()
		own := maker
		own.Group = groupOf(masses)
		own.Defines = append(own.Defines[:len(own.Defines):len(own.Defines)], number("EACH", eachOf(masses, own.Group)))
		p.resident, err = own.Make("member-resident", shaders.MemberResident, one, slots(shaders.BindPosition, shaders.BindVelocity, shaders.BindMemberRest, shaders.BindMemberPhase))
	}
	if err == nil {
		err = k.compilePairs(maker)
	}
	if n := len(k.table.sensed); err == nil && n > 0 {
		p.sense, err = maker.With("SENSED", n).With("SENSED_AT", k.table.sensedAt).Make("member-sense", shaders.MemberSense, one, slots(shaders.BindPosition, shaders.BindVelocity, shaders.BindMemberSensed))
	}
	if err != nil || k.layout.sum == nil {
		return err
	}
	maker = maker.With("COPIES", k.copies)
	if c := k.table.kind.Control; c != nil {
		maker.Defines = append(maker.Defines, number("STEERED", takesWork), number("PERIOD", c.Period))
	}
	maker.Defines = append(maker.Defines, number("SAMPLE_EVERY", int(k.every)), number("SPRING_AT", k.table.springsAt), number("SPRINGS", k.table.springs), number("FRAME_LENGTHS", 3*k.table.kind.Model.MassCount()))
	maker.Defines = append(maker.Defines, k.layout.sum.defines()...)
	bindings := []shaders.Binding{shaders.BindPosition, shaders.BindMemberRest, shaders.BindMemberSum, shaders.BindMemberFrame}
	if k.copies == 2 {
		bindings = append(bindings, shaders.BindNextPosition)
	}
	p.sample, err = maker.Make("member-sample", shaders.MemberSample, one, slots(bindings...))
	return err
}

func (p *passes) release() {
	for _, one := range []*pass.Pass{p.begin, p.step, p.resident, p.look, p.sample, p.sense, p.pairs.box, p.pairs.list, p.pairs.friction, p.pairs.land} {
		one.Release()
	}
}

// lend binds buffers of a block for the next dispatch of a pass.
func (b *block) lend(p *pass.Pass, more ...pass.Slot) {
	for _, s := range append(more, pass.Slot{Binding: shaders.BindMemberTable, Buffer: b.kind.words}, pass.Slot{Binding: shaders.BindMemberValue, Buffer: b.value}) {
		p.Rebind(s.Binding, s.Buffer)
	}
}

// slot returns a buffer at a binding.
func slot(binding shaders.Binding, buffer *glx.Buffer) pass.Slot {
	return pass.Slot{Binding: binding, Buffer: buffer}
}

// dispatch queues a pass with the given number of steps in its row, for the copy that is the present one.
func (b *block) dispatch(ctx *glx.Context, p *pass.Pass, steps, held int, x, y int) {
	ctx.BindUniformRange(uint32(shaders.BindMemberRow), b.row, int64(held*rowsOfCopy+steps)*b.rowStride, rowBytes)
	p.DispatchGroups(ctx, [2]uint32{uint32(x), uint32(y)})
}

// beginStep judges the step that was made and drives muscles; with no step it drives them again.
func (b *block) beginStep(ctx *glx.Context, steps, held int) {
	p := b.kind.passes.begin
	b.lend(p, slot(shaders.BindMemberRest, b.rest), slot(shaders.BindMemberPhase, b.phase), slot(shaders.BindMemberWord, b.word))
	b.dispatch(ctx, p, steps, held, b.packs(), 1)
}

// massGroups returns how many work groups of a pack have the given number of masses.
func massGroups(masses int) int { return (masses + shaders.MemberRows - 1) / shaders.MemberRows }

// move makes a step from one copy of the state to the other.
func (b *block) move(ctx *glx.Context, held int) {
	p := b.kind.passes.step
	groups := massGroups(b.kind.table.kind.Model.MassCount())
	if groups == 0 {
		return
	}
	next := b.velocity[1-held]
	if b.wish[0] != nil {
		next = b.wish[0]
	}
	b.lend(p, slot(shaders.BindPosition, b.position[held]), slot(shaders.BindVelocity, b.velocity[held]), slot(shaders.BindNextPosition, b.position[1-held]),
		slot(shaders.BindNextVelocity, next), slot(shaders.BindMemberRest, b.rest), slot(shaders.BindMemberWord, b.word))
	b.dispatch(ctx, p, 1, held, groups, b.packs())
}

// moveResident makes some steps where they are.
func (b *block) moveResident(ctx *glx.Context, steps int) {
	p := b.kind.passes.resident
	b.lend(p, slot(shaders.BindPosition, b.position[0]), slot(shaders.BindVelocity, b.velocity[0]), slot(shaders.BindMemberRest, b.rest), slot(shaders.BindMemberPhase, b.phase), slot(shaders.BindMemberWord, b.word))
	b.dispatch(ctx, p, steps, 0, b.packs(), shaders.Pack)
}

// lookAt ends members by their conditions.
func (b *block) lookAt(ctx *glx.Context, held int) {
	p := b.kind.passes.look
	more := []pass.Slot{slot(shaders.BindPosition, b.position[held]), slot(shaders.BindVelocity, b.velocity[held]), slot(shaders.BindMemberWord, b.word)}
	if len(b.kind.table.trajectories) > 0 {
		more = append(more, slot(shaders.BindMemberRest, b.rest))
	}
	b.lend(p, more...)
	b.dispatch(ctx, p, 1, held, b.packs(), 1)
}

// sample takes in a sample, with sums and words in these buffers.
func (b *block) sample(ctx *glx.Context, steps, held int, sum, word *glx.Buffer) {
	p := b.kind.passes.sample
	more := []pass.Slot{slot(shaders.BindPosition, b.position[0]), slot(shaders.BindMemberRest, b.rest), slot(shaders.BindMemberSum, sum), slot(shaders.BindMemberFrame, b.frame), slot(shaders.BindMemberWord, word)}
	if b.kind.copies == 2 {
		more = append(more, slot(shaders.BindNextPosition, b.position[1]))
	}
	b.lend(p, more...)
	b.dispatch(ctx, p, steps, held, b.packs(), 1)
}
