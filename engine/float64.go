package engine

import (
	"errors"
	"fmt"
	"math"
	"time"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/gpu/traffic"
)

// slowFloat64 is the cost of float64 relative to float32 above which a run in double prints a
// note. Cards for computing have 2, most others 16 to 64.
const slowFloat64 = 8

// float64Version is the version of the file of costs.
const float64Version = 1

// float64Key identifies the device of a cost.
type float64Key struct {
	Renderer string `json:"renderer"` // GL_RENDERER
	Driver   string `json:"driver"`   // GL_VERSION
}

// float64Entry is a measured cost.
type float64Entry struct {
	float64Key
	Cost     float64   `json:"cost"` // time in float64 over time in float32
	Measured time.Time `json:"measured"`
}

// known reports whether an entry has a plausible cost.
func (e float64Entry) known() bool { return e.Renderer != "" && e.Cost > 0 && e.Cost < 1e6 }

func (o Options) openFloat64() *notebook[float64Entry] {
	costs, fault := openNotebook(o.Tuning.Folder, "float64.json", float64Version, float64Entry.known)
	if fault != nil {
		o.Listener.Notef("note: %v", fault)
	}
	return costs
}

// noteFloat64 prints a note, before anything is compiled in double, if float64 is slow on
// this device: by name if the driver is known to emulate it, else by a measurement, which is
// remembered. It returns an error that wraps glx.ErrNoFloat64 if the driver rejects float64.
func (o Options) noteFloat64(gl *glx.Context) error {
	switch {
	case o.GPU.Precision != gpu.Double, gl.Limits.NoFloat64: // gpu.New refuses that
		return nil
	case gl.EmulatesFloat64():
		o.Listener.Notef("note: %s has no float64 units: its driver emulates them, so compiling and stepping in double precision take many times as long; "+
			"--engine cpu computes in double at full speed, and precision compensated does without", gl.Renderer)
		return nil
	case gl.Software() && o.Selftest != TestAll:
		return nil
	}
	cost, err := o.float64Cost(gl)
	switch {
	case errors.Is(err, glx.ErrNoFloat64):
		return fmt.Errorf("precision double: %w; take the engine cpu, which computes in double on any machine, or precision compensated", err)
	case err != nil:
		o.Listener.Notef("note: the cost of float64 was not measured: %v", err)
	case cost >= slowFloat64:
		o.Listener.Notef("note: products and sums in float64 take %.0f times as long as in float32 on %s, so double precision may be slow; "+
			"--engine cpu computes in double at full speed, and precision compensated needs no float64", math.Round(cost), gl.Renderer)
	}
	return nil
}

// float64Cost returns the cost of float64 on a device, as remembered, or measured and remembered.
func (o Options) float64Cost(gl *glx.Context) (float64, error) {
	key := float64Key{gl.Renderer, gl.Version}
	costs := o.openFloat64()
	same := func(e float64Entry) bool { return e.float64Key == key }
	if known, ok := costs.latest(same); ok && !o.Tuning.Again {
		return known.Cost, nil
	}
	cost, err := traffic.Float64Cost(gl, nil)
	if err != nil {
		return 0, err
	}
	if err := costs.add(float64Entry{key, cost, time.Now().UTC().Truncate(time.Second)}, same); err != nil {
		o.Listener.Notef("note: the cost of float64 is not remembered: %v", err)
	}
	return cost, nil
}
