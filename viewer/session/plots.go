package session

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"hooke/model"
	"hooke/viewer/draw/hud"
)

// plots are the plots of energy over time, and the cost of their samples.
type plots struct {
	shown   plotted
	energy  hud.Series
	flows   hud.Series
	sampled time.Time     // when the energy was last summed
	cost    time.Duration // how long one sum takes
}

// plotted describes how much of the energy is plotted.
type plotted uint8

const (
	noPlots    plotted = iota
	heldPlot           // the energy that the structure holds
	ledgerPlot         // that, and every way in which energy comes and goes
)

func (p plotted) String() string { return [...]string{"hidden", "held", "full ledger"}[p] }

// stepPlots shows more or less of the energy. The full ledger costs time in every step; where the
// engine does not support it, only the energies of states are plotted.
func (s *Session) stepPlots(up int) error {
	kinds := int(ledgerPlot) + 1
	if s.noLedger() != nil {
		kinds--
	}
	return s.showPlots(plotted((int(s.plots.shown) + up + kinds) % kinds))
}

// noLedger returns the reason why the engine keeps no ledger; nil where it can.
func (s *Session) noLedger() error { return s.noLedgerOn(s.Engine.Describe().Engine) }

// noLedgerOn says so of the engine with a name.
func (s *Session) noLedgerOn(engine string) error {
	p := s.Params
	p.Ledger = true
	return model.Unsupported(engine, s.Model, p, model.Single)
}

// plotWords returns a sentence about the plotted energies, and why no more are plotted.
func (s *Session) plotWords() string {
	if why := s.noLedger(); why != nil && s.plots.shown == heldPlot {
		return fmt.Sprintf("%v; %v", s.plots.shown, why)
	}
	return s.plots.shown.String()
}

// showPlots shows the energies of the given detail. Where the run stands still it takes one sample.
func (s *Session) showPlots(next plotted) error {
	if keep := next == ledgerPlot; keep != s.Params.Ledger && (keep || !s.Subject.Params.Ledger) {
		p := s.Params
		p.Ledger = keep
		if err := s.Apply(p); err != nil {
			s.plots.shown = (s.plots.shown + 1) % ledgerPlot // between the other two
			return err
		}
		s.plots.flows.Clear()
	}
	s.plots.shown, s.plots.sampled = next, time.Time{}
	if s.TakeIn(); s.paused && s.message == "" && !s.Begun {
		return s.sampleEnergy(time.Now())
	}
	return nil
}

// The energy is summed at most ten times a second, and so seldom that the sums take a
// twentieth of the time.
const (
	energyPause = 100 * time.Millisecond
	energyShare = 20
)

// sampleEnergy sums the energy now and then while the plots are shown.
func (s *Session) sampleEnergy(now time.Time) error {
	p := &s.plots
	if p.shown == noPlots || !s.paused && now.Sub(p.sampled) < max(energyPause, energyShare*p.cost) {
		return nil
	}
	begin := time.Now()
	var l model.Ledger
	var err error
	if s.Params.Ledger {
		l, err = s.Ledger()
	} else {
		l.Now, err = s.Engine.Energy()
	}
	if err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	p.cost, p.sampled = time.Since(begin), now
	p.add(s.Time(), l, s.Params.Ledger)
	return nil
}

// add appends the energies of a ledger at time t [s], and those of its flows where flows
// says that they are known.
func (p *plots) add(t float64, l model.Ledger, flows bool) {
	p.energy.Title = "energy"
	p.energy.Names = append(p.energy.Names[:0], "kinetic", "elastic", "gravity", "contact", "total")
	e := l.Now
	p.energy.Add(t, e.Kinetic, e.Elastic, e.Gravitational, e.Contact, e.Total())
	if !flows {
		return
	}
	p.flows.Title = "losses and work"
	p.flows.Names = append(p.flows.Names[:0], "damping", "contact", "drag", "friction", "muscles", "forces", "guides", "residual")
	f := l.Flows
	p.flows.Add(t, f.Damping, f.ContactDamping, f.Drag, f.Friction, f.Actuators, f.External, f.Constraints, l.Residual())
}

// clear forgets all samples.
func (p *plots) clear() {
	p.energy.Clear()
	p.flows.Clear()
}

// passTimes returns the device times of the engine's passes, the longest first.
func (s *Session) passTimes() (out []hud.PassTime) {
	timed, ok := model.As[model.PassClock](s.Engine)
	if !ok {
		return nil
	}
	for name, mean := range timed.PassTimes() {
		out = append(out, hud.PassTime{Name: name, Time: mean})
	}
	slices.SortFunc(out, func(a, b hud.PassTime) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// plot adds the plots to an overlay.
func (s *Session) plot(o *hud.Overlay) {
	if s.plots.shown == noPlots {
		return
	}
	o.Energy, o.Passes, o.Strains = &s.plots.energy, s.passTimes(), s.Renderer.Strains()
	if s.plots.shown == ledgerPlot {
		o.Flows = &s.plots.flows
	}
}

// showGait shows how the run moves, or no more. While it is shown this thread takes all steps.
func (s *Session) showGait(shown bool) error {
	if s.company() != nil {
		s.gaits = shown
		return nil
	}
	if s.player() != nil && shown {
		return errors.New("a recorded run has no states between its frames: hooke gait draws a run's feet")
	}
	s.TakeIn()
	err := s.motion.Show(s.Engine, shown)
	s.AskBackground()
	return err
}

// toggleGait shows or hides how the run moves, and says so.
func (s *Session) toggleGait() {
	err := s.showGait(!s.gaitShown())
	s.try("gait "+s.sayGait().Value, err)
}

func (s *Session) sayGait() hud.Row {
	return plain(map[bool]string{true: "shown", false: "hidden"}[s.gaitShown()])
}

// gaitShown reports whether pictures say how the run, or one of several, moves.
func (s *Session) gaitShown() bool { return s.motion.Shown() || s.gaits && s.company() != nil }
