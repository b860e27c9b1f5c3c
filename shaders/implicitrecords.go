package shaders

// Turn is a word of what vertex block descent keeps for its masses: the tally of iterations, in
// TurnTally words (tally.glsl), then the masses in the order of their colors, and, where guides
// leave masses a line or a plane, TurnGuide words for each mass: kind, unit direction, second
// words of that. It takes 4 bytes.
type Turn struct {
	Entry uint32
}

// These are the words that the tally and the guide of a mass take.
const (
	TurnTally = 8
	TurnGuide = 7
)

// These are the kinds of what guides leave of the motions of a mass, as descent.glsl numbers them.
const (
	TurnFree uint32 = iota
	TurnLine
	TurnPlane
)

// These are the phases of the pass judge, as judge_residual.comp numbers them.
const (
	JudgeOpen uint32 = iota
	JudgeStart
	JudgeLook
)

// Descent is the uniform block of a dispatch of the solver implicit-euler. It takes 64 bytes.
type Descent struct {
	First   uint32 // of descend: the word of turn at which the color begins
	Count   uint32 // invocations for it
	Serial  uint32 // 1: one invocation visits all Members, which have no color
	Members uint32
	Width   uint32 // of the rows of a cloth, whose colors follow from the numbers of masses; 0: it is none
	Color   uint32 // number of the color
	Begins  uint32 // of begin: 1 in the first substep of a step
	Ends    uint32 // of end: substeps of a step, in the last of them; else 0
	Guides  uint32 // the word of turn at which the guides of masses begin
	Phase   uint32 // of judge: one of the Judge constants
	Batch   uint32 // of judge: iterations since the look before
	Last    uint32 // of judge: 1 after the last iteration
	Kinds   uint32 // of judge: how many different counts of work groups the passes have

	Tolerance float32 // of judge: residual at which iterations end
	Reserved0 uint32
	Reserved1 uint32
}

// implicitRecords are the blocks of the solver implicit-euler.
func implicitRecords() []Record {
	return []Record{
		storage("Turn", BindTurn, "turn", Turn{}),
		storage("Way", BindWay, "way", Position{}).as("vec4", "xyz from where a mass was when the substep began [m]"),
		storage("Booked", BindBooked, "works", Work{}), // as Work, where the descent has its place
		storage("Begun", BindBegun, "begun", Position{}).as("vec4", "as position, when the substep began"),
		uniform("Descent", BindDescent, "descent", Descent{}),
	}
}

// These are the passes of the solver implicit-euler.
const (
	BeginSubstep  Name = "begin_substep.comp"
	PutOnPaths    Name = "put_on_paths.comp"
	YieldLoads    Name = "yield_loads.comp"
	YieldWind     Name = "yield_wind.comp"
	LookResidual  Name = "look_residual.comp"
	JudgeResidual Name = "judge_residual.comp"
	Descend       Name = "descend.comp"
	BookSubstep   Name = "book_substep.comp"
	EndSubstep    Name = "end_substep.comp"
)
