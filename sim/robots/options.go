package robots

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"hooke/control"
	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	reference "hooke/cpuref/ensemble"
	"hooke/engine"
	gpu "hooke/gpu/ensemble"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/run/flags"
	"hooke/scene"
	"hooke/sim"
)

// Options say how robots are opened and stepped. The zero value steps them on all cores, with the scene's controllers
// and values.
type Options struct {
	sim.Options                 // Engine is cpu where it is empty or engine.Auto
	Free        []string        // what each member has for itself; see ensemble.FieldsOf
	Metrics     metrics.Options // what is measured
	Seed        uint64          // of the noise of sensors; member i has Seed + i
	Period      int             // steps between boundaries; 0: as the scene has it
	Bare        bool            // leave controllers of the scene out
	Muscles     bool            // with Host: a scene without inputs gets the length of each muscle, one without sensors gets some of how it moves
}

// ParseOptions is sim.ParseOptions with the flags of metrics as hooke sweep has them, whose forward is direction here,
// and with free, noise_seed, period and controllers: see Options. controllers = false leaves those of the scene out.
func ParseOptions(text []byte) (o Options, err error) {
	return o, o.Parse(text, true, func(*cobra.Command) {})
}

// Parse is ParseOptions with more flags, which the caller adds, and with controllers or without by default.
func (o *Options) Parse(text []byte, controllers bool, add func(cmd *cobra.Command)) error {
	err := o.Options.Parse(text, func(cmd *cobra.Command) {
		flags.AddMetrics(cmd, &o.Metrics, "direction")
		set := cmd.Flags()
		set.StringArrayVar(&o.Free, "free", nil, "")
		set.Var(flags.Seed(&o.Seed), "noise-seed", "")
		set.Var(flags.Whole(&o.Period, 1), "period", "")
		set.BoolVar(&controllers, "controllers", controllers, "")
		add(cmd)
	})
	o.Bare = !controllers
	return err
}

// faults says which options are not of robots.
func (o *Options) faults() error {
	switch {
	case o.Ledger:
		return errors.New("robots keep no ledger; leave the option energy out")
	case o.Start != "":
		return errors.New("robots start as their scene does; leave the option start out")
	case o.Ground || o.Gravity != nil:
		return errors.New("ground and gravity are of arrays; the option set changes those of a scene: run.gravity, contact[0].offset")
	case o.Host && o.Scene.Inputs != "":
		return errors.New("recorded inputs and a host cannot both act; leave the option inputs out")
	}
	return nil
}

// kindOf is the kind of the members of a scene, with the fields that texts name, and how many each of these names.
func kindOf(s *scene.Scene, o *Options) (k ensemble.Kind, fields []named, err error) {
	k = ensemble.Kind{Model: s.Model, Params: s.Params}
	if k.Control, err = controlOf(s, o); err != nil {
		return k, nil, err
	}
	for _, text := range o.Free {
		of, err := ensemble.FieldsOf(&k, text)
		if err != nil {
			return k, nil, fmt.Errorf("free: %w", err)
		}
		for _, f := range of {
			if slices.Contains(k.Free, f) {
				return k, nil, fmt.Errorf("free: %s: %v is free already", text, f)
			}
		}
		fields = append(fields, named{text, len(k.Free), len(of)})
		k.Free = append(k.Free, of...)
	}
	settled, err := ensemble.Settle([]ensemble.Kind{k}, nil)
	if err != nil {
		return k, nil, err
	}
	return settled[0], fields, nil
}

// controlOf is the control of each member; nil: it has none.
func controlOf(s *scene.Scene, o *Options) (*control.Spec, error) {
	spec := s.Control.Clone()
	if spec == nil {
		spec = &control.Spec{Seconds: defaultPeriod}
	}
	if o.Bare {
		spec.Controllers = nil
	}
	if !o.Host {
		if !spec.Controls() || len(spec.Controllers) == 0 && spec.Replay == nil {
			return nil, nil
		}
		return withPeriod(spec, o.Period), nil
	}
	if o.Muscles {
		byMuscles(spec, s.Params)
	}
	if len(spec.Inputs) == 0 {
		return nil, fmt.Errorf("%s has no inputs that a host can set; give its scene file an [[input]] (docs/control.md)", s.Name)
	}
	spec.Host = true
	return withPeriod(spec, o.Period), nil
}

// defaultPeriod is the time between boundaries of a scene without control [s].
const defaultPeriod = 0.01

func withPeriod(spec *control.Spec, steps int) *control.Spec {
	if steps > 0 {
		spec.Period, spec.Seconds = steps, 0
	}
	return spec
}

// byMuscles gives a control without inputs the length of each muscle, within the reach of its amplitude, and one
// without sensors those of how all of the robot moves.
func byMuscles(spec *control.Spec, p model.Params) {
	if len(spec.Inputs) == 0 {
		for i, a := range p.Actuators {
			reach := max(a.Amplitude, -a.Amplitude)
			if reach == 0 {
				reach = 0.2
			}
			spec.Inputs = append(spec.Inputs, control.Input{Name: fmt.Sprintf("muscle_%d", i), Of: fmt.Sprintf("actuator[%d].length", i), Initial: 1, Min: 1 - reach, Max: 1 + reach})
		}
	}
	if len(spec.Sensors) == 0 {
		for _, what := range []control.Quantity{control.Height, control.Velocity, control.Orientation, control.AngularVelocity, control.Contact} {
			spec.Sensors = append(spec.Sensors, control.Sensor{Name: what.String(), What: what})
		}
	}
}

// newEngine makes the engine of members.
func newEngine(k ensemble.Kind, members []ensemble.Member, o *Options) (ensemble.Engine, error) {
	kinds := []ensemble.Kind{k}
	switch o.Engine {
	case "", engine.Auto, engine.CPU:
		return cpu.New(kinds, members, cpu.Options{Threads: o.Threads, Precision: o.GPU.Precision, Metrics: &o.Metrics})
	case engine.GPU:
		return gpu.Open(kinds, members, gpu.Options{Metrics: &o.Metrics, Own: o.GPU})
	case engine.CPURef:
		return reference.New(kinds, members, reference.Options{Metrics: &o.Metrics})
	}
	return nil, fmt.Errorf("engine %q steps no robots; choose cpu, gpu or cpuref", o.Engine)
}

// bytesOf returns the memory of a member, here and in its engine on a processor, as presets were measured: up to half more than they
// take [bytes].
func bytesOf(k *ensemble.Kind, name string) int64 {
	masses, springs := int64(k.Model.MassCount()), int64(k.Model.SpringCount())
	bytes := 3000 + 90*masses + 200*int64(len(k.Params.Actuators)) + 24*int64(len(k.Free))
	if name == engine.CPURef {
		bytes += 4000 + 100*masses + 24*springs
	}
	if k.Control == nil {
		return bytes
	}
	bytes += 5000 + 60*masses + 500*int64(len(k.Control.Inputs))
	for _, sensor := range k.Control.Sensors {
		bytes += 1500 * int64(sensor.What.Width())
	}
	return bytes
}
