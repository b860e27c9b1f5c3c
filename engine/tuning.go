package engine

import (
	"errors"
	"fmt"
	"time"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/gpu/tune"
	"hooke/model"
)

// tunedSprings is the smallest number of springs for which pipelines are measured. Below, the
// cost of a step is that of its dispatches, and the pipeline with the fewest wins. That is
// fused on a software renderer. On a graphics card it may be resident, which is then
// measured.
const tunedSprings = 20_000

// TuningCache configures the file that remembers the fastest pipeline and work groups of the
// gpu engine, for options that leave them open, and the results of self-tests. The zero value
// measures and tests once and remembers both.
type TuningCache struct {
	Folder string // folder of the file; empty: hooke in the user's cache folder
	Again  bool   // measure again even if a result is remembered
	Off    bool   // do not measure pipelines, and ignore remembered ones

	// Program is the version of the program, such as its commit. Self-tests of another
	// version are ignored.
	Program string
}

// newTuned makes the gpu engine of a model with the fastest pipeline and work groups for the
// device, from memory or by measurement, unless the options choose them. why describes the
// choice; it is empty if the options leave nothing open.
func newTuned(gl *glx.Context, m *model.Model, p model.Params, o Options) (e *gpu.Engine, why string, err error) {
	if err := o.fit(gl); err != nil {
		return nil, "", err
	}
	if err := o.noteFloat64(gl); err != nil {
		return nil, "", err
	}
	tell := o.watchMemory(gl)
	if e, why, err = makeTuned(gl, m, p, o); err == nil {
		tell()
	}
	return e, why, err
}

// makeTuned is newTuned for a device that has passed the self-test.
func makeTuned(gl *glx.Context, m *model.Model, p model.Params, o Options) (e *gpu.Engine, why string, err error) {
	makeEngine := func(choice gpu.Options) (*gpu.Engine, error) { return newGPU(gl, m, p, o, choice) }
	springs := m.SpringCount()
	few := springs < tunedSprings && (gl.Software() || gpu.WhyNotResident(gl.Limits, m, p, o.GPU.Precision) != "")
	if o.Tuning.Off || o.GPU.Pipeline != gpu.Auto || few {
		if !o.Tuning.Off && few {
			o.measuresNothing(fmt.Sprintf("%d springs are fewer than %d, below which the pipeline with the fewest passes is taken", springs, tunedSprings))
		}
		e, err = makeEngine(o.GPU)
		return e, "", err
	}
	key, err := tuningKeyOf(gl, m, p, o.GPU)
	if err != nil {
		return nil, "", err
	}
	memory, fault := openTunings(o.Tuning.Folder)
	if fault != nil {
		o.Listener.Notef("note: %v", fault)
	}
	if known, ok := memory.find(key); ok && !o.Tuning.Again {
		chosen := o.GPU
		chosen.Pipeline, chosen.WorkGroup = known.Pipeline, known.WorkGroup
		if e, err := makeEngine(chosen); err == nil {
			why = known.text()
			o.Listener.Notef("tuning: %s", why)
			return e, why, nil
		}
		// There was more memory when it was measured: measure again.
	}
	e, tuning, err := tune.Tune(makeEngine, o.Start, o.GPU, tune.Where{Software: gl.Software(), Springs: int64(springs)})
	if err != nil {
		return nil, "", err
	}
	why = tuning.String()
	o.Listener.Notef("tuning: %s", why)
	if err := memory.keep(key, tuning, time.Now()); err != nil {
		o.Listener.Notef("note: the tuning is not remembered: %v", err)
	}
	return e, why, nil
}

// Remembered describes how an earlier run tuned the gpu engine of a model on a device, for
// options that leave its pipeline open; empty if nothing is remembered.
func Remembered(gl *glx.Context, m *model.Model, p model.Params, o Options) string {
	if known, ok := o.remembered(gl, m, p); ok {
		return known.text()
	}
	return ""
}

// remembered returns the tuning of an earlier run.
func (o Options) remembered(gl *glx.Context, m *model.Model, p model.Params) (known tuningEntry, ok bool) {
	if o.Tuning.Off {
		return known, false
	}
	key, err := tuningKeyOf(gl, m, p, o.GPU)
	if err != nil {
		return known, false
	}
	memory, _ := openTunings(o.Tuning.Folder)
	return memory.find(key)
}

// Expected returns the pipeline that the gpu engine of a model would use on a device, for
// options that leave it open and without a new measurement: that of an earlier run; else
// resident if a graphics card holds the structure in one work group, which is usually the
// fastest; else the one that the solver needs, or fused.
func Expected(gl *glx.Context, m *model.Model, p model.Params, o Options) string {
	if known, ok := o.remembered(gl, m, p); ok {
		return known.Pipeline
	}
	return expected(gl.Software(), gpu.WhyNotResident(gl.Limits, m, p, o.GPU.Precision) == "", p)
}

// expected is Expected without a remembered pipeline.
func expected(software, resides bool, p model.Params) string {
	if !software && resides && !p.Integrator.Method().Divides {
		return gpu.Resident
	}
	return gpu.Untuned(p)
}

// text describes the choice and its date.
func (e tuningEntry) text() string {
	return fmt.Sprintf("pipeline %s in work groups of %d, as measured on this device on %s; --retune measures anew",
		e.Pipeline, e.WorkGroup, e.Measured.Format(time.DateOnly))
}

// measuresNothing explains why TuningCache.Again has no effect, if it is set.
func (o Options) measuresNothing(why string) {
	if o.Tuning.Again {
		o.Listener.Notef("note: --retune measures nothing: %s", why)
	}
}

// tuningKey identifies the device, structure and options of a tuning.
type tuningKey struct {
	Renderer string `json:"renderer"` // GL_RENDERER
	Driver   string `json:"driver"`   // GL_VERSION
	Shape    string `json:"shape"`    // see tune.Shape
	Asked    int    `json:"asked"`    // size of work groups in the options; 0: open
}

func tuningKeyOf(gl *glx.Context, m *model.Model, p model.Params, o gpu.Options) (tuningKey, error) {
	shape, err := tune.Shape(m, p, o)
	return tuningKey{Renderer: gl.Renderer, Driver: gl.Version, Shape: shape, Asked: o.WorkGroup}, err
}

// errForeign is wrapped by errors about a file of remembered results that this program did
// not write.
var errForeign = errors.New("the remembered device results are ignored")
