package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/scene"
)

// tunedSprings is from how many springs on pipelines are measured. Below it a
// step is the cost of its dispatches, and the pipeline with the fewest wins.
const tunedSprings = 20_000

// addRetune gives a verb the flag.
func addRetune(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "retune", false, "measure pipelines and work groups anew, whatever is remembered of this device")
}

// newTuned makes the gpu engine of a scene with the pipeline and work groups that
// are fastest on the device, where the options leave that open: as an earlier run
// found them, or measured now. It says what it took; why is that sentence, empty
// where there was nothing to choose. keep is whether the last good state is kept.
func (a App) newTuned(d *device, s *scene.Scene, o gpu.Options, keep bool) (e *gpu.Engine, why string, err error) {
	makeEngine := func(o gpu.Options) (*gpu.Engine, error) {
		if keep {
			return a.newKeeping(d, s.Model, s.Params, o)
		}
		return a.newGPU(d, s.Model, s.Params, o)
	}
	if a.untuned || o.Pipeline != gpu.Auto || s.Model.SpringCount() < tunedSprings {
		if springs := s.Model.SpringCount(); !a.untuned && springs < tunedSprings {
			a.retunesNothing(fmt.Sprintf("%d springs are fewer than %d, below which the pipeline with the fewest passes is taken", springs, tunedSprings))
		}
		e, err = makeEngine(o)
		return e, "", err
	}
	o.Shaders = a.Shaders
	key, err := tuningKeyOf(d.gl, s, o)
	if err != nil {
		return nil, "", err
	}
	memory, fault := openTunings(a.Cache)
	if fault != nil {
		a.note("note: %v", fault)
	}
	if known, ok := memory.find(key); ok && !a.retune {
		chosen := o
		chosen.Pipeline, chosen.WorkGroup = known.Pipeline, known.WorkGroup
		if e, err := makeEngine(chosen); err == nil {
			why = fmt.Sprintf("pipeline %s in work groups of %d, as measured on this device on %s; --retune measures anew",
				known.Pipeline, known.WorkGroup, known.Measured.Format(time.DateOnly))
			a.note("tuning: %s", why)
			return e, why, nil
		}
		// It was measured where there was more room: measure again.
	}
	e, tuning, err := gpu.Tune(makeEngine, s.Start, o)
	if err != nil {
		return nil, "", err
	}
	why = tuning.String()
	a.note("tuning: %s", why)
	if err := memory.keep(key, tuning, time.Now()); err != nil {
		a.note("note: the tuning is not remembered: %v", err)
	}
	return e, why, nil
}

// retunesNothing says why --retune, if it was given, has nothing to measure.
func (a App) retunesNothing(why string) {
	if a.retune {
		a.note("note: --retune measures nothing: %s", why)
	}
}

// tuningKey is what a tuning holds for.
type tuningKey struct {
	Renderer string `json:"renderer"` // GL_RENDERER
	Driver   string `json:"driver"`   // GL_VERSION
	Shape    string `json:"shape"`    // see gpu.Shape
	Asked    int    `json:"asked"`    // size of work groups that was asked for; 0: none
}

func tuningKeyOf(gl *glx.Context, s *scene.Scene, o gpu.Options) (tuningKey, error) {
	shape, err := gpu.Shape(s.Model, s.Params, o)
	return tuningKey{Renderer: gl.Renderer, Driver: gl.Version, Shape: shape, Asked: o.WorkGroup}, err
}

// errForeign is wrapped where the file of tunings is not what this program writes.
var errForeign = errors.New("what is remembered of tuning is ignored")
