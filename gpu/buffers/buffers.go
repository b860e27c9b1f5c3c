package buffers

import (
	"fmt"
	"math"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/shaders"
)

// Arrays are the device arrays of one model. The comment of each array says which pass
// writes it; an array without a pass is written at load or reset only. The pointers stay
// the same from New to Release. Arrays that a pipeline or a run does not use are nil or
// have no items.
type Arrays struct {
	Precision options.Precision // decides how many words a number has
	Moving    bool              // whether contacts move

	// Windows is the window of each range in every divided array; nil where nothing is
	// divided. A caller that divides buffers of its own adds their windows before it
	// makes passes that bind them.
	Windows map[*glx.Buffer][]limits.Window

	// All is, of arrays that passes of a divided model read whole, as texels, the number of
	// the window that shows all of them; see Arrays.ShowAll.
	All map[*glx.Buffer]int

	Position   *glx.Buffer    // integrate, drift, kick, stage, guide; [masses × words] vec4
	Velocity   *glx.Buffer    // integrate, drift, kick, stage, guide; [masses × words] vec4
	Ends       *glx.Buffer    // [springs] uvec2
	Spring     *glx.Buffer    // [springs]
	Material   *glx.Buffer    // [materials], then [springs × words] or nothing, which SetParams writes
	Force      *glx.Buffer    // spring-force; [springs × words], or places of columns
	External   *glx.Buffer    // wind and load; [masses × words] or nothing
	Incidence  *glx.Buffer    // [masses + 1 + 2 springs], by ranges
	ColumnMask *glx.Buffer    // [masses]; nil where forces are not in columns
	Status     *glx.Buffer    // all passes but drift and those that measure; [1]
	Strain     *glx.Buffer    // measure-strain; [springs]
	Params     *glx.Buffer    // uniform block
	Stage      *glx.Buffer    // prime, kick, stage; [registers × words × masses] vec4
	Kept       [2]*glx.Buffer // keep; [2 masses] vec4 or nothing: first words only
	Contact    *glx.Buffer    // [contacts]

	// These are the arrays of the pipeline fused, which exchanges position and velocity with the next ones.
	// The pipeline has no force and no incidence, and uses material and contact only for drawing.
	NextPosition, NextVelocity *glx.Buffer    // integrate, kick, stage
	Table                      *glx.Buffer    // [words]; see table
	palette                    [2]*glx.Buffer // uniform blocks that differ in their parity
	VelocityInPlace            bool           // whether passes that evaluate springs write velocities where they read them
	swapped                    [2]bool        // whether position, and velocity, has changed places with the next one an odd number of times
	shown                      bool           // whether these are shown as texels, which passes may fetch
	texels                     bool           // whether passes fetch texels of these; false where the arrays are too long
}

// New allocates the arrays of a model of these counts, in a run with that number of contacts.
// It returns an error that wraps limits.ErrTooLarge, with the numbers, for a model that does
// not fit. On an error nothing stays allocated.
func New(ctx *glx.Context, n ranges.Counts, contacts int64) (*Arrays, error) {
	b := &Arrays{Precision: n.Precision, Moving: n.Moving}
	err := Allocate(ctx.NewLongBuffer, n, Slots{"Position": {&b.Position}, "Velocity": {&b.Velocity}, "NextPosition": {&b.NextPosition}, "NextVelocity": {&b.NextVelocity},
		"Table": {&b.Table}, "Ends": {&b.Ends}, "Spring": {&b.Spring}, "Material": {&b.Material}, "Force": {&b.Force}, "External": {&b.External}, "Incidence": {&b.Incidence}, "ColumnMask": {&b.ColumnMask},
		"Palette": {&b.palette[0], &b.palette[1]}, "Status": {&b.Status}, "Strain": {&b.Strain}, "Params": {&b.Params}, "Stage": {&b.Stage}, "Kept": {&b.Kept[0], &b.Kept[1]}})
	if err != nil {
		b.Release()
		return nil, fmt.Errorf("gpu: %w", err)
	}
	_, words := n.Precision.Words()
	if b.Contact, err = ctx.NewBuffer("hooke.Contact", words*contacts*int64(unsafe.Sizeof(shaders.Contact{}))); err != nil {
		b.Release()
		return nil, fmt.Errorf("gpu: %w", err)
	}
	return b, nil
}

// Slots maps the names of arrays in ranges.Sizes to the fields for their buffers.
type Slots map[string][]**glx.Buffer

// Allocate makes the buffers of the slots that a model of these counts has, in the order of
// ranges.Sizes. On an error the caller releases those that were made.
func Allocate(allocate func(name string, bytes int64) (*glx.Buffer, error), n ranges.Counts, slots Slots) (err error) {
	made := map[string]int{}
	for _, size := range ranges.Sizes(n) {
		if k := made[size.Name]; k < len(slots[size.Name]) {
			if *slots[size.Name][k], err = allocate("hooke."+size.Name, size.Bytes); err != nil {
				return err
			}
			made[size.Name]++
		}
	}
	return nil
}

// Release frees all arrays. On nil it does nothing.
func (b *Arrays) Release() {
	if b == nil {
		return
	}
	for _, buffer := range []*glx.Buffer{b.palette[1], b.palette[0], b.Table, b.NextVelocity, b.NextPosition, b.Contact, b.Kept[1], b.Kept[0], b.Stage, b.Params, b.Strain, b.Status, b.ColumnMask, b.Incidence,
		b.External, b.Force, b.Material, b.Spring, b.Ends, b.Velocity, b.Position} {
		buffer.Release()
	}
}

// ClearStatus resets the status to that of a run without steps.
func (b *Arrays) ClearStatus() {
	glx.Upload(b.Status, 0, []shaders.Status{{FirstPass: math.MaxUint32, FirstMass: math.MaxUint32,
		RunawayStep: math.MaxUint32, RunawaySpring: math.MaxUint32, KeptFirst: math.MaxUint32, KeptSecond: math.MaxUint32}})
}

// ForgetKept has the status name no good state that Kept holds.
func (b *Arrays) ForgetKept() {
	const keptFirst = int64(unsafe.Offsetof(shaders.Status{}.KeptFirst) / 4)
	glx.Upload(b.Status, keptFirst, []uint32{math.MaxUint32, math.MaxUint32})
}
