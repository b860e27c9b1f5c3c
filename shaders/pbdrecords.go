package shaders

// Pushed is how far a contact has pushed a mass out in a substep of position-based dynamics. The
// array holds the first contact with all masses, then the next. In double, second words follow.
// It takes 4 bytes.
type Pushed struct {
	Depth float32 // [m]
}

// pbdRecords are the blocks of position-based dynamics.
func pbdRecords() []Record {
	return []Record{storage("Pushed", BindPushed, "pushed", Pushed{})}
}

// These are the passes of position-based dynamics, which has Predict and FinishSubstep, too.
const (
	Project     Name = "project.comp"
	ProjectRest Name = "project_rest.comp"
	PushOut     Name = "push_out.comp"
	RubPushed   Name = "rub_pushed.comp"
)
