package gpu

import (
	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// energyOf returns the energy of a structure at time t [s], from the sums of its terms.
func (e *Engine) energyOf(sum [shaders.LedgerTerms]float64, t float64) model.Energy {
	kinetic, gravitational := e.run.prescribed.Energy(e.run.settings.Params, t)
	return model.Energy{
		Kinetic:       sum[shaders.LedgerKinetic] + kinetic,
		Gravitational: sum[shaders.LedgerGravitational] + gravitational,
		Elastic:       sum[shaders.LedgerElastic],
		Contact:       sum[shaders.LedgerContact],
	}
}

// Energy waits and sums the energy of the current state on the device, in two float32 words.
// The sums are exact; each term is off by a dozen roundings at most, the elastic energy of a
// spring by as many of k |L − L0| (L + L0). On a software renderer the host sums the data
// that it can read back as well, since work groups that wait for each other are slow there.
// So it does in the pipeline fused, which keeps no springs, and where springs or triangles collide.
func (e *Engine) Energy() (model.Energy, error) {
	if e.plan.fused != nil || e.ctx.Software() || e.collisions.meets != nil {
		var s model.State
		if err := e.ReadState(&s); err != nil {
			return model.Energy{}, err
		}
		var now physics.Signals
		if e.run.signals != nil {
			e.run.signals.Drives.At(e.time(), &now)
		}
		if e.asked.energies == nil {
			e.asked.energies = physics.NewEnergyLaw(e.plan.model, e.run.settings.Params)
		}
		e.asked.energies.Use(e.run.settings.Params)
		energy := e.asked.energies.At(now.RestScale, &s)
		pairs, err := e.pairEnergy()
		energy.Contact += pairs
		if err != nil {
			return energy, err
		}
		meets, err := e.collisions.meets.Energy(s.Position)
		energy.Contact += meets
		return energy, err
	}
	return e.deviceEnergy()
}

// deviceEnergy returns Energy, summed on the device.
func (e *Engine) deviceEnergy() (out model.Energy, err error) {
	if e.asked.ledger == nil {
		k := e.compiled.maker
		if e.collisions.pairs != nil {
			k = k.With("PAIR_GROUPS", int(e.collisions.pairs.LedgerGroups()))
		}
		e.asked.ledger, err = ledger.New(k, e.buffers, int64(e.plan.model.MassCount()), int64(e.plan.model.SpringCount()), e.collisions.pairs != nil, e.run.spans.Held())
		if err == nil && e.collisions.pairs != nil {
			e.asked.ledger.More = e.enterPairs
			err = e.collisions.pairs.MakeLedger(k, e.buffers, e.asked.ledger.Buffer)
		}
		if err != nil {
			return out, err
		}
	}
	e.Submit()
	e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
	e.writeSignalsAside(0)
	e.bindSignals(0)
	e.ctx.Barrier(glx.ByShader) // the passes read the output of the last step
	e.asked.ledger.Enter(e.ctx)
	sums, err := e.asked.ledger.Read(e.ctx)
	return e.energyOf(sums, e.time()), err
}
