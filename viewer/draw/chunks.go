package draw

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// chunks are lists of pieces of shaders.ChunkSize consecutive things to draw. The device
// keeps a box around each piece and leaves out pieces that are out of sight. On the device
// each piece takes 52 bytes, which is 0.05 bytes a spring; the host does nothing for single
// pieces.
type chunks struct {
	ctx    *glx.Context
	bounds *glx.Program
	choose *glx.Program
	first  *glx.Buffer // number of the first spring of each piece: a vertex attribute

	springs, masses, skin, wires, embedded chunkList

	uncut  bool    // nothing is left out
	narrow float32 // for tests: the view counts as this many pixels narrower on either side
}

// chunkList is one list. The zero value is drawn as a whole.
type chunkList struct {
	corner   *glx.Buffer // masses of the things; for a list of masses any buffer, which is not read
	box      *glx.Buffer // nil where the list is too short to be cut
	commands *glx.Buffer
	block    *glx.Buffer
	record   []shaders.Chunks // one record, as it was uploaded last
	pieces   int64
	groups   [2][2]uint32 // of the passes chunk-bounds and chunk-choose
	fresh    bool         // whether the boxes are those of the current positions
	chosen   bool         // whether the draw commands are those of the current picture
}

// leastPieces is the number of pieces from which on a list is cut.
const leastPieces = 4

func (c *chunks) make(ctx *glx.Context, scene Drawable, s *structure, d *embeddedSurface) (err error) {
	c.ctx = ctx
	if c.bounds, err = newCompute(ctx, shaders.ChunkBounds); err != nil {
		return err
	}
	if c.choose, err = newCompute(ctx, shaders.ChunkChoose); err != nil {
		return err
	}
	for _, list := range []struct {
		list    *chunkList
		label   string
		corner  *glx.Buffer
		count   int64
		corners uint32
	}{
		{&c.springs, "springs", scene.EndsBuffer(), int64(scene.SpringCount()), 2},
		{&c.masses, "masses", s.pins, int64(scene.MassCount()), 1},
		{&c.skin, "surface", s.skin, s.triangles, 3},
		{&c.wires, "wires", s.wire, s.wires, 2},
		{&c.embedded, "embedded surface", d.corners, d.triangles, 3},
	} {
		if err := list.list.make(ctx, list.label, list.corner, list.count, list.corners); err != nil {
			return err
		}
	}
	first := make([]uint32, max(c.springs.pieces, 1))
	for k := range first {
		first[k] = uint32(k * shaders.ChunkSize)
	}
	c.first, err = list(ctx, "first springs", first)
	return err
}

func (l *chunkList) make(ctx *glx.Context, label string, corner *glx.Buffer, count int64, corners uint32) (err error) {
	l.corner = corner
	l.record = []shaders.Chunks{{Count: uint32(count), Corners: corners, Stride: 1}}
	l.pieces = (count + shaders.ChunkSize - 1) / shaders.ChunkSize
	if l.pieces < leastPieces {
		return nil
	}
	for _, want := range []struct {
		buffer **glx.Buffer
		what   string
		bytes  int64
	}{
		{&l.commands, "commands of ", glx.CommandBytes * l.pieces}, {&l.block, "chunks of ", int64(unsafe.Sizeof(l.record[0]))},
		{&l.box, "boxes of ", 32 * l.pieces},
	} {
		if *want.buffer, err = ctx.NewBuffer(want.what+label, want.bytes); err != nil {
			return fmt.Errorf("draw: %w", err)
		}
	}
	if l.groups[0][0], l.groups[0][1], err = ctx.Limits.Groups(l.pieces, 1); err != nil { // a work group handles one piece
		return fmt.Errorf("draw: %s: %w", label, err)
	}
	l.groups[1][0], l.groups[1][1], err = ctx.Limits.Groups(l.pieces, groupSize)
	return err
}

// moved notes that positions have changed, so that boxes and commands are made anew.
func (c *chunks) moved() {
	for _, l := range c.all() {
		l.fresh = false
	}
}

// whole makes every list be drawn as a whole until cut chooses from it again.
func (c *chunks) whole() {
	for _, l := range c.all() {
		l.chosen = false
	}
}

func (c *chunks) all() [5]*chunkList {
	return [...]*chunkList{&c.springs, &c.masses, &c.skin, &c.wires, &c.embedded}
}

// cut queues the passes that choose which pieces of a list are drawn, from the positions
// of the masses that its corners name. It takes every stride-th thing; things reach so
// many pixels (reach) and meters (swell) beyond their corners. enough is how many things
// a pixel suffice; 0 takes all. The view block must be bound.
func (c *chunks) cut(l *chunkList, position *glx.Buffer, stride uint32, reach, swell, enough float32) {
	if l.box == nil {
		return
	}
	record := &l.record[0]
	record.Stride, record.Reach, record.Swell, record.Enough, record.Uncut = stride, reach-c.narrow, swell, enough, 0
	if c.uncut {
		record.Uncut = 1
	}
	glx.Upload(l.block, 0, l.record)
	c.ctx.BindUniform(uint32(shaders.BindChunks), l.block)
	c.ctx.BindStorage(uint32(shaders.BindChunkBox), l.box)
	if !l.fresh {
		c.ctx.BindStorage(uint32(shaders.BindPosition), position)
		c.ctx.BindStorage(uint32(shaders.BindCorner), l.corner)
		c.ctx.Use(c.bounds)
		c.ctx.Dispatch(l.groups[0][0], l.groups[0][1])
		c.ctx.Barrier(glx.ByShader) // the next pass reads the boxes
		l.fresh = true
	}
	c.ctx.BindStorage(uint32(shaders.BindCommand), l.commands)
	c.ctx.Use(c.choose)
	c.ctx.Dispatch(l.groups[1][0], l.groups[1][1])
	c.ctx.Barrier(glx.ByCommand) // the draws read the commands
	l.chosen = true
}

// drawn returns how many things of a list the last picture drew. It waits for the device.
func (l *chunkList) drawn(ctx *glx.Context) int64 {
	if !l.chosen {
		return int64(l.record[0].Count)
	}
	commands := make([]shaders.Command, l.pieces)
	ctx.Barrier(glx.ByTransfer)
	glx.Download(l.commands, 0, commands)
	sum := int64(0)
	for _, command := range commands {
		sum += int64(command.Count) / int64(l.record[0].Corners)
	}
	return sum
}

func (c *chunks) close() {
	for _, l := range c.all() {
		l.box.Release()
		l.commands.Release()
		l.block.Release()
	}
	c.first.Release()
	c.choose.Release()
	c.bounds.Release()
}
