package ranges

import "hooke/shaders"

// owner says whose items an array has, and so how it is divided where a model is.
type owner int

const (
	nobody owner = iota // it is never divided
	wholly              // likewise; passes of a divided model read all of it
	ofMasses
	ofSprings
	ofSpans // edges and triangles that contacts push
)

// array is one array on the device. arrays alone lists the arrays and their lengths.
type array struct {
	name   string
	record string // of package shaders; empty: that of its name
	of     owner
	count  func(c *counted) int64 // records
	beside func(c *counted) int64 // records in addition, once for each range; nil: none
	when   func(c *counted) bool  // whether there is one; nil: always
	copies int                    // buffers like it; 0: one
	shared bool                   // it is in several buffers, none of which is longer than those that it copies
	block  bool                   // it is a uniform block
}

// counted are the counts of a model, with the words of its precision.
type counted struct {
	Counts
	words, placeWords int64 // of a vector, and of a position
}

func (n Counts) counted() *counted {
	c := &counted{Counts: n}
	c.placeWords, c.words = n.Precision.Words()
	return c
}

// one returns the count of single things.
func one(*counted) int64 { return 1 }

// arrays lists the arrays of a model. It leaves out the contacts of a run, which take 68 bytes each, and the
// arrays of loads and guides, see settings.Loads and settings.Guides.
func arrays() []array {
	fused := func(c *counted) bool { return c.Table > 0 }
	twoPass := func(c *counted) bool { return c.Table == 0 }
	places := func(c *counted) int64 { return c.Masses * c.placeWords }
	vectors := func(c *counted) int64 { return c.Masses * c.words }
	springs := func(c *counted) int64 { return c.Springs }
	taking := func(c *counted) int64 { return c.Taking }
	collides := func(c *counted) bool { return c.Taking > 0 }
	touches := func(c *counted) bool { return c.Spans > 0 }
	sweeps := func(c *counted) bool { return c.Sweeping }
	impulses := func(c *counted) bool { return c.Impulses }
	blocks := func(c *counted) bool { return c.Blocks > 0 }
	return append(meetArrays(), []array{
		{name: "Position", of: ofMasses, count: places},
		{name: "Velocity", of: ofMasses, count: vectors},
		{name: "NextPosition", of: ofMasses, count: places, when: fused},
		{name: "NextVelocity", of: ofMasses, count: vectors, when: fused},
		{name: "Table", count: func(c *counted) int64 { return c.Table }, when: fused}, // its words are divided by masses
		{name: "Ends", of: ofSprings, count: springs},
		{name: "Spring", of: ofSprings, count: springs},
		{name: "Material", of: ofSprings, count: func(c *counted) int64 { return c.PerSpring * c.words }, beside: palette},
		{name: "Force", of: ofSprings, count: forces, when: twoPass},
		{name: "External", of: ofMasses, count: func(c *counted) int64 { return c.Loaded * c.words }},
		{name: "Incidence", count: incidences, when: twoPass}, // likewise
		{name: "ColumnMask", count: func(c *counted) int64 { return c.Masses }, when: func(c *counted) bool { return c.Columns > 0 }},
		{name: "Palette", count: one, when: fused, copies: 2, block: true},
		{name: "Status", count: one},
		{name: "Strain", of: ofSprings, count: springs},
		{name: "Params", count: one, block: true},
		{name: "Stage", of: ofMasses, count: func(c *counted) int64 { return c.Registers * c.placeWords }},
		{name: "Kept", of: ofMasses, count: func(c *counted) int64 { return 2 * c.Kept }, copies: 2},
		{name: "Before", of: ofMasses, count: func(c *counted) int64 { return c.Noted * c.placeWords }, when: func(c *counted) bool { return c.Noted > 0 }},

		// The springs once more, in the order of their colors.
		{name: "SweepEnds", record: "Ends", count: springs, when: sweeps},
		{name: "SweepSpring", record: "Spring", count: springs, when: sweeps},
		{name: "SweepMaterial", record: "Material", count: func(c *counted) int64 { return c.Materials + c.PerSpring*c.words }, when: sweeps},
		{name: "SpringNumber", count: springs, when: sweeps},
		{name: "Impulse", count: springs, when: impulses},
		{name: "BlockTable", count: func(c *counted) int64 { return c.Blocks }, when: blocks},
		{name: "Swept", count: func(c *counted) int64 { return 3*c.Masses + c.Springs }, when: blocks},
		{name: "Pressed", count: func(c *counted) int64 { return c.Pressed }, when: impulses},
		{name: "Converged", count: one, when: impulses},
		{name: "Started", record: "Position", count: places, when: impulses},

		// Contacts that push edges and triangles. Corners may be anywhere.
		{name: "Span", of: ofSpans, count: func(c *counted) int64 { return c.Spans * c.perSpan() }, beside: levels, when: touches},
		{name: "SpanPush", of: ofSpans, count: func(c *counted) int64 { return 3 * c.Spans }, when: touches},
		{name: "SpanFriction", record: "SpanPush", of: ofSpans, count: func(c *counted) int64 { return 3 * c.FrictionSpans }, when: touches},
		{name: "SpanAt", record: "Incidence", of: wholly, count: func(c *counted) int64 { return c.Masses + 1 + c.Corners }, when: touches},
		{name: "SpanKept", count: func(c *counted) int64 { return c.Contacts * c.Spans }, when: func(c *counted) bool { return c.Spans > 0 && c.Impulses }},

		// The marked state of a run that is watched.
		{name: "Mark", record: "Position", count: func(c *counted) int64 { return c.Lasting }, when: func(c *counted) bool { return c.Watched }, shared: true},

		// Collisions. Masses that collide may be anywhere.
		{name: "Ball", of: wholly, count: taking, when: collides},
		{name: "BodySurface", count: func(c *counted) int64 { return c.Bodies }, when: collides},
		{name: "Built", of: wholly, count: taking, when: collides},
		{name: "Cell", of: wholly, count: taking, when: collides},
		{name: "Grid", of: wholly, count: grid, when: collides},
		{name: "PairList", of: wholly, count: func(c *counted) int64 { return c.Taking + 1 + c.room() }, when: collides},
		{name: "Touches", of: wholly, count: taking, when: collides},
		{name: "PairVelocity", of: ofMasses, count: func(c *counted) int64 { return 2 * c.FrictionMasses }, when: collides},
		{name: "PairStatus", count: one, when: collides},
		{name: "GroupCounts", count: func(*counted) int64 { return 2 * PairKinds }, when: collides},
		{name: "Collision", count: one, when: collides, block: true},
		{name: "PairKept", count: func(c *counted) int64 { return c.room() }, when: keeps},
		{name: "FrictionTouches", record: "Touches", count: taking, when: keeps},
		{name: "Back", record: "Position", count: func(c *counted) int64 { return c.Lasting }, when: func(c *counted) bool { return c.Taking+c.Meeting > 0 }, shared: true},
	}...)
}

// palette returns the records of the palette, once or in each range of springs.
func palette(c *counted) int64 {
	if c.SpringRanges > 0 && c.Materials+c.PerSpring > 0 {
		return paddedPalette(c.Counts)
	}
	return c.Materials
}

// forces returns those of springs, which solvers that visit springs by colors do not keep.
func forces(c *counted) int64 {
	switch {
	case c.Sweeping:
		return 0
	case c.Columns > 0:
		return c.Columns * c.words
	}
	return c.Springs * c.words
}

// incidences returns the words of the lists of springs at masses, which those solvers do not have either.
func incidences(c *counted) int64 {
	switch {
	case c.Sweeping || c.Columns > 0:
		return 0
	case c.Incidences > 0:
		return c.Incidences
	}
	return c.Masses + 1 + 2*c.Springs
}

// levels returns the records of contacts, once or in each range of edges and triangles.
func levels(c *counted) int64 {
	if c.SpanRanges > 0 {
		return paddedLevels(c.Counts)
	}
	return c.Contacts
}

// grid returns the words of the grid of masses that collide, with those of its scans.
func grid(c *counted) int64 {
	buckets := Buckets(c.Taking)
	return 2*buckets + 1 + c.Taking + (max(buckets, c.Taking)+ScanBlock-1)/ScanBlock
}

// keeps reports whether pairs keep their impulses during a substep.
func keeps(c *counted) bool { return c.Taking > 0 && c.Keeps() }

// size returns the size of the array.
func (a *array) size(c *counted) Size {
	records := a.count(c)
	if a.beside != nil {
		records += a.beside(c) * a.ranges(c)
	}
	return Size{Name: a.name, Bytes: records * a.recordBytes(), Several: a.shared}
}

// recordBytes returns the size of a record.
func (a *array) recordBytes() int64 {
	if a.record != "" {
		return bytesOf(a.record)
	}
	return bytesOf(a.name)
}

// bytesOf returns the size of a record of package shaders.
func bytesOf(name string) int64 {
	for _, r := range shaders.Records() {
		if r.Name == name {
			return int64(r.Bytes())
		}
	}
	panic("gpu: no record named " + name)
}

// present returns the arrays that a model of these counts has.
func (n Counts) present() (list []array) {
	c := n.counted()
	for _, a := range arrays() {
		if a.when == nil || a.when(c) {
			list = append(list, a)
		}
	}
	return list
}

// ranges returns how many ranges the array has.
func (a *array) ranges(c *counted) int64 {
	switch a.of {
	case ofSprings:
		return max(1, c.SpringRanges)
	case ofSpans:
		return max(1, c.SpanRanges)
	}
	return 1
}

// each returns the largest number of bytes that an item of an owner has in an array, at least 1; items is their number.
func (n Counts) each(of owner, items int64) int64 {
	c, most := n.counted(), int64(1)
	for _, a := range n.present() {
		if a.of == of && items > 0 {
			most = max(most, a.count(c)/items*a.recordBytes())
		}
	}
	return most
}
