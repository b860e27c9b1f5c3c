package cpu

// Figures say how a model was laid out.
type Figures struct {
	Order   string  // of masses: given (the model's own), rows (of a grid) or curve (Morton's)
	Entries string  // of columns: class (4 bytes), law (8) or own (16)
	Classes int     // of springs that share k, c and rest length
	Hubs    int     // masses with a slice of their own
	Regular float64 // share of the incidences that are in slots, 0 to 1; 1 without springs
	Padding float64 // entries and lanes that hold no incidence, as a share of all

	TableBytes int64 // the structure and its order
	StateBytes int64 // what moves, and masses and pins
}

// Figures of the engine's model.
func (e *Engine) Figures() Figures {
	t := e.table
	f := Figures{
		Order: t.order.name, Entries: t.format.String(), Classes: len(e.classes.all), Hubs: len(t.hubs), Regular: 1,
		TableBytes: t.bytes(),
		StateBytes: e.stateBytes() + 4*int64(len(e.kept.motion.arena)),
	}
	held := t.regular + t.irregular
	if held > 0 {
		f.Regular = float64(t.regular) / float64(held)
		places := int64(width)*int64(len(t.slots)) + int64(len(t.columns)/t.format.words())
		f.Padding = 1 - float64(held)/float64(places)
	}
	return f
}

// stateBytes is the memory of what a step reads and writes of masses.
func (e *Engine) stateBytes() int64 {
	return 4*int64(len(e.buffers.motion[0].arena)+len(e.buffers.motion[1].arena)+len(e.acceleration.arena)+len(e.masses.perMass)) +
		8*int64(len(e.masses.movable))
}
