package options

// These are the names of the pipelines.
const (
	// TwoPass writes the force of each spring in one pass and gathers the forces for each
	// mass in the next.
	TwoPass = "two-pass"
	// Fused evaluates the springs of each mass in the pass that moves it, from one
	// copy of the state into the next. The offsets to neighbors in regular structures are
	// compiled into the passes; all other springs are entries of a table.
	Fused = "fused"
	// Resident is Fused with all masses in one work group, which makes many steps in a
	// dispatch. Models that are too large for that, and runs that need passes over all masses
	// or springs between steps, have Fused in its place; see gpu/resident.
	Resident = "resident"
	// Auto means Fused where Fused can step the model and fits the device, and TwoPass
	// otherwise.
	Auto = "auto"
)

// Pipelines returns the names of the pipelines to choose from, without Auto.
func Pipelines() []string { return []string{TwoPass, Fused, Resident} }
