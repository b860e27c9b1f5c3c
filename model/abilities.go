package model

import "time"

// Engines can do more than an Engine must. Each such ability is an interface of this
// file. Ask for it with As, never with a type assertion: an engine may be wrapped by
// another one that counts, copies or measures its steps, and As looks through the
// wrapper.

// ParamsSetter is an engine whose parameters can change while it runs.
type ParamsSetter interface {
	// SetParams replaces the parameters and leaves the state as it is. After an error,
	// which names what the engine cannot change, the old parameters stay in use.
	SetParams(p Params) error
}

// LastGoodKeeper is an engine that keeps a state from before a divergence.
type LastGoodKeeper interface {
	// LastGood copies into dst the latest state that the engine knows to be good: all
	// numbers are finite, and no spring has run away.
	LastGood(dst *Snapshot) error
}

// StepCounter is an engine that counts steps where they are executed, so that a lost
// step cannot pass as a fast one.
type StepCounter interface {
	// StepsRun waits and returns the number of steps executed since the last Reset.
	StepsRun() (int64, error)
}

// LedgerKeeper is an engine that keeps a ledger.
type LedgerKeeper interface {
	// Ledger waits and returns the ledger since the state was last set. It returns an
	// error without Params.Ledger.
	Ledger() (Ledger, error)
}

// Checkpointer is an engine whose run another process can take up later and continue
// bit-identically.
type Checkpointer interface {
	// Save waits and copies into c all that the engine needs to continue.
	Save(c *Checkpoint) error
	// Restore takes up a run in an engine of the same model and parameters. It returns
	// an error when the run would not continue bit-identically, as with another kernel
	// or driver; the engine's state is undefined then.
	Restore(c *Checkpoint) error
}

// StateReader is an engine that gives its state in its full precision.
type StateReader interface {
	// ReadState waits and copies the state into dst, in float64 and in the model's
	// numbering.
	ReadState(dst *State) error
}

// MassReader is an engine that tells of some masses without a copy of all of them.
type MassReader interface {
	// ReadMasses waits and copies where these masses are and how fast they move into dst, in
	// the order of the list, as Read does of all. Positions are counted from Placed's origin
	// where there is one; dst.Origin stays.
	ReadMasses(masses []uint32, dst *Snapshot) error
}

// MotionReader is an engine in the memory of the host that gives the motion of some masses in its full precision.
type MotionReader interface {
	// ReadMotion copies positions and velocities of these masses into dst, in the order of the list, with
	// the step and the time. Positions are counted from Placed's origin where there is one.
	ReadMotion(masses []uint32, dst *State) error
}

// Gatherer is an engine on a device that does the same later, so that steps can be queued meanwhile.
type Gatherer interface {
	// GatherFrom chooses the masses, each once, and for how many copies there is room. Copies of before are lost.
	GatherFrom(masses []uint32, room int) error
	// Gather queues a copy behind all steps so far, without waiting; there must be room. Where there is room
	// for one alone, the engine takes it that nothing will be queued before that is taken.
	Gather() error
	// Gathered waits for the oldest copy that nobody has taken, and for nothing behind it, and puts it into
	// dst as ReadMotion does. Positions are counted from where Placed's origin was.
	Gathered(dst *State) error
}

// RestScaler is an engine that knows how actuators have changed rest lengths.
type RestScaler interface {
	// RestScale returns L0(t)/L0 of the springs of each actuator, at the current time; nil
	// when no spring is actuated.
	RestScale() []float64
}

// Stiller is an engine that stops all masses, which brings a structure to rest.
type Stiller interface {
	// Params returns the parameters in use.
	Params() Params
	// Still sets every velocity to zero; no mass moves.
	Still() error
	// StillHalfway stops every mass halfway along its last step: x ← x − dt/2 v,
	// v ← 0.
	StillHalfway() error
	// Motion waits and says how much the state moves.
	Motion() (Motion, error)
}

// Motion is how much a state moves, in few numbers.
type Motion struct {
	Kinetic float64 // Σ ½ m v² over all masses that are not pinned on all axes [J]
	Impulse float64 // the largest m |v| of those masses [kg·m/s]
	Mass    int     // the mass with the largest m |v|, the lowest-numbered of equals; -1 when nothing moves
}

// Catcher is an engine in which contacts of finite thickness catch masses that would cross
// them within a step.
type Catcher interface {
	// Caught waits and counts the masses that were caught since the state was set, or
	// since the run began that Restore took up.
	Caught() (Caught, error)
}

// Caught counts masses that contacts have caught, and names the first of them. The zero
// value says that none was.
type Caught struct {
	Count   int64 // pairs of a mass and a step in which it was caught
	Step    int64 // the first step at the end of which a mass was caught, from 1
	Mass    int   // a mass that was caught in that step: the first in the order in which the engine keeps masses
	Contact int   // number of the contact that caught it, in Params.Contacts
}

// Add counts what was caught elsewhere, or later.
func (c *Caught) Add(other Caught) {
	first := c.Count == 0 || other.Step < c.Step || other.Step == c.Step && other.Mass < c.Mass
	if other.Count > 0 && first {
		c.Step, c.Mass, c.Contact = other.Step, other.Mass, other.Contact
	}
	c.Count += other.Count
}

// Placed is an engine, or the buffers of one, that counts positions from a point of its own.
type Placed interface {
	// Origin is that point of the world [m], now.
	Origin() Vec3
}

// Shifter is a Checkpointer whose run can go on with positions counted from elsewhere.
type Shifter interface {
	// Where waits and returns the position of a mass, as the engine counts it [m].
	Where(mass int) (Vec3, error)
	// Shift takes a vector off all positions in c, which Save has filled. Where each is from
	// half the vector to twice the vector along an axis, nothing is rounded.
	Shift(c *Checkpoint, by Vec3)
}

// Arranger is a Checkpointer that keeps masses in an order of its own, which numbers of springs decide about, too: an engine with other
// numbers may have another order.
type Arranger interface {
	// Arrange puts the state in c, which Save has filled, into the order of the model; back: from that order into that of this engine.
	Arrange(c *Checkpoint, back bool)
}

// Watcher is an engine that sums up its state in a Look while it steps, without waiting,
// and that can return to an earlier state to take fewer steps from it.
type Watcher interface {
	// Watch has the engine look at the state after every step whose number is a multiple
	// of every; 0 ends that. Looks that nobody has read are lost.
	Watch(every int) error
	// Looks waits and appends to dst the looks since the last call, in the order of their
	// steps.
	Looks(dst []Look) ([]Look, error)
	// Mark queues a copy of the state, and Back makes that state the present one. Steps
	// taken again from there have the same bits, and StepCounter counts them once.
	// Between the two only steps are taken, at least one.
	Mark() error
	Back() error
}

// Look is what a look at a state sums up.
type Look struct {
	Step   int64   // steps done since the start
	Time   float64 // simulated time [s]
	Speed  float64 // of the fastest mass [m/s]
	Center Vec3    // center of mass of the masses that are not pinned on all axes [m]; 0 without such masses
}

// ContactSource is an engine that knows what collisions of masses have come to.
type ContactSource interface {
	// Touching waits and says so since the state was last set; without collisions it is
	// the zero value.
	Touching() (Touching, error)
}

// Touching is what collisions of masses have come to in a run.
type Touching struct {
	Most     int   // most touches of a mass, when lists were looked at
	Rebuilds int64 // how often lists of pairs were made
	Repeats  int   // how often steps were done again, since lists had no room or were late
}

// Converger is an engine that knows how far a solver that iterates is from solved.
type Converger interface {
	// Residual waits and says so. It is the zero value before the first step since the state
	// was set, and with other solvers.
	Residual() (Residual, error)
}

// Controlled is an engine whose run is controlled at boundaries, which lie a whole number of steps apart.
type Controlled interface {
	// Act gives the host's action for boundary b: a number for each input.
	Act(b int64, u []float64) error
	// Sense waits and copies the numbers of all sensors at boundary b, which must be now, into y.
	Sense(b int64, y []float64) error
	// Boundary returns the number of the last boundary that was reached, from 0.
	Boundary() int64
}

// DeviceClock is an engine that measures time on the device that does the work.
type DeviceClock interface {
	// BeginSpan queues the first of two timestamps and EndSpan the second.
	BeginSpan()
	EndSpan()
	// Span waits for both and returns the time between them; zero when they cannot be
	// trusted.
	Span() time.Duration
}

// HostClock is an engine whose steps are queued for a device by the host.
type HostClock interface {
	// Queueing returns the time of the host that queueing steps has taken since the engine
	// was made, without what it waited for the device because too much was queued.
	Queueing() time.Duration
}

// PassClock is an engine that measures the passes of some of its steps.
type PassClock interface {
	// ForgetPassTimes discards all measurements so far.
	ForgetPassTimes()
	// PassTimes returns the mean times of the passes since ForgetPassTimes, by the name of
	// the pass.
	PassTimes() map[string]time.Duration
}

// HostKeeper is an engine that may keep its state outside the context that draws it.
type HostKeeper interface {
	// OnHost reports whether the state outlives the context that draws the engine.
	OnHost() bool
}

// ContextLossListener is an engine that must know when the context that draws it is lost.
type ContextLossListener interface {
	// Lost tells the engine that the context is lost. From then on the engine only
	// closes what it has there.
	Lost()
}

// BackgroundStepper is an engine that can step in the background while pictures of it
// are drawn, since it needs no device.
type BackgroundStepper interface {
	// Background steps the engine; nil when it cannot step in the background.
	Background() Background
}

// Background steps an engine while pictures are drawn. The thread that draws calls all
// its methods. While steps run, the engine's buffers hold the state before them, and
// every method of the engine that needs a newer state waits.
type Background interface {
	// Begin starts n steps on another goroutine and returns at once. That goroutine
	// calls wake, unless it is nil, when the steps are done.
	Begin(n int, wake func())
	// Ended returns the steps that Begin started, once after they are done, and puts
	// their state into the engine's buffers. It returns false while steps run and when
	// there is nothing to return.
	Ended() (Batch, bool)
}

// Batch is the outcome of some steps.
type Batch struct {
	Steps int
	Took  time.Duration
	Err   error // why the steps failed, such as a physics.StateError; nil: they did not
}
