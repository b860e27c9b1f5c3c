package options

// The pipelines.
const (
	// TwoPass writes the force of each spring and gathers them per mass.
	TwoPass = "two-pass"
	// Fused evaluates the springs of each mass in the pass that moves it, from one
	// copy of the state into the next. Neighbors of regular structures are compiled
	// into the passes; the springs that are left are entries of a table.
	Fused = "fused"
	// FusedExplicit is Fused with all springs in the table and the masses in the
	// model's order, to compare with.
	FusedExplicit = "fused-explicit"
	// Auto is Fused where that can step the model and fits, else TwoPass.
	Auto = "auto"
)

// Pipelines are the names of the pipelines of this engine.
func Pipelines() []string { return []string{TwoPass, Fused, FusedExplicit} }
