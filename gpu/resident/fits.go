package resident

import (
	"fmt"
	"slices"

	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// MostSteps is the largest number of steps of a dispatch.
const MostSteps = 256

// vectorBytes is the size of a vector of the state or of the signals.
const vectorBytes = 16

// Run is a run of a model in the pipeline fused, as far as it matters here.
type Run struct {
	Masses    int64
	Texels    int64 // words of its table of springs and contacts
	Divided   bool  // whether arrays are longer than a storage block may be
	Params    model.Params
	Precision options.Precision
	Storage   bool  // whether the table is read from storage instead of texels
	Table     int64 // words of the table in shared memory; 0: it is read where it is
	Laws      int64 // vectors of laws there
	Lanes     int64 // invocations that visit the springs of a mass; 0: one
}

// rows returns the rows of signals of a run: 0 for steps without signals.
func (r Run) rows(l limits.Limits) settings.Row {
	if !r.Params.Driven() {
		return settings.Row{}
	}
	return settings.RowOf(settings.SignalLayoutOf(r.Params), r.Precision, l)
}

// Shared returns the shared memory that the run takes of a work group [bytes]: 32 bytes for each mass in
// single precision, 48 in compensated, 64 in double, and a row of signals, two where contacts that move catch
// masses; the memory of the variants shared and lanes comes on top.
func (r Run) Shared(l limits.Limits) int64 {
	position, velocity := r.Precision.Words()
	rows := int64(1)
	if r.keepsSignals() {
		rows = 2
	}
	shared := vectorBytes * (r.Masses*(position+velocity) + rows*r.rows(l).Vectors)
	if r.Table > 0 {
		shared += 4*r.Table + vectorBytes*(r.Laws+1) // and the count of regular pairs, with the parity
	}
	if r.Lanes > 1 { // a force of each lane but the first, for the masses that the largest work group moves at a time
		sizes := options.WorkGroupsOn(l)
		shared += 12 * velocity * (r.Lanes - 1) * min(r.Masses, int64(sizes[len(sizes)-1])/r.Lanes)
	}
	return shared
}

// keepsSignals reports whether a step needs the signals of the step before.
func (r Run) keepsSignals() bool {
	return physics.Catches(r.Params) && slices.ContainsFunc(r.Params.Contacts, func(c model.Contact) bool { return c.Trajectory.Moves() })
}

// Refusal returns the reason why no work group of a device can step a run by itself; it is empty where one
// can.
func Refusal(l limits.Limits, r Run) string {
	p := &r.Params
	switch {
	case p.Integrator.Method().Registers > 0:
		return fmt.Sprintf("%v keeps registers from pass to pass", p.Integrator)
	case p.Collision.Acts():
		return "masses collide, and their pairs are found by passes over all of them"
	case p.Spans() > model.TouchMasses:
		return "contacts push edges or triangles, in passes of their own"
	case physics.Catches(*p) && p.Wind.Blows() && len(p.Guides) > 0:
		return "wind, guides and contacts that catch masses have more storage blocks than OpenGL promises"
	case r.Divided:
		return "its arrays are divided into ranges"
	case !r.Storage && r.Texels > l.Texels:
		return fmt.Sprintf("its table has %d words, and this device shows %d (GL_MAX_TEXTURE_BUFFER_SIZE)", r.Texels, l.Texels)
	}
	if need := r.Shared(l); need > int64(l.SharedBytes) {
		return fmt.Sprintf("%s of %d masses takes %d bytes of shared memory, and this device has %d (GL_MAX_COMPUTE_SHARED_MEMORY_SIZE)",
			r.held(), r.Masses, need, l.SharedBytes)
	}
	if r.steps(l) < 1 {
		return "the signals of two times do not fit a uniform block"
	}
	return ""
}

// held names the content of shared memory.
func (r Run) held() string {
	switch {
	case r.Table > 0 && r.Lanes > 1:
		return "the state with table, laws and forces"
	case r.Table > 0:
		return "the state with table and laws"
	case r.Lanes > 1:
		return "the state with forces"
	}
	return "the state"
}

// steps returns the largest number of steps of a dispatch of the run.
func (r Run) steps(l limits.Limits) int {
	row := r.rows(l)
	if row.Vectors == 0 {
		return MostSteps
	}
	return int(min(MostSteps, (shaders.SignalCount-row.Vectors)/row.Stride)) // the end of the last step has a row, too
}

// WorkGroup returns the default size of a work group for a run: an invocation for each mass and
// lane, up to the limit of the device.
func WorkGroup(l limits.Limits, masses int64, lanes int) int {
	sizes := options.WorkGroupsOn(l)
	for _, size := range sizes {
		if int64(size) >= masses*int64(max(1, lanes)) {
			return size
		}
	}
	return sizes[len(sizes)-1]
}
