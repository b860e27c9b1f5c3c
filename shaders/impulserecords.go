package shaders

// These are the storage records of the solver impulses. Its springs are in the order of their
// colors, in arrays of their own.
type (
	// Impulse is λ of a spring, how much it has pushed in a substep [N·s]. It takes 4 bytes.
	Impulse struct {
		Value float32
	}
	// SpringNumber is the number that a spring has in the model. It takes 4 bytes.
	SpringNumber struct {
		Entry uint32
	}
	// Uncolored is a spring that has no color, and the impulse of a visit to it on its end B;
	// end A gets the opposite. It takes 20 bytes.
	Uncolored struct {
		X, Y, Z float32 // [N·s]
		Sharers uint32  // the most such springs at either end, which share the visit
		Number  uint32  // of the spring in the model
	}
	// LinkAt is where a rigid spring is in the order of colors, and its number in the model. It takes 8
	// bytes.
	LinkAt [2]uint32
	// BlockTable is a word of the tables by which work groups visit springs block by block, see sweep_blocks.comp. It takes 4 bytes.
	BlockTable struct {
		Word uint32
	}
	// Swept is a number of the copy of velocities and impulses beside the state, which such groups write
	// while others read the state, or the other way round. It takes 4 bytes.
	Swept struct {
		Value float32 // [m/s], [N·s]
	}
	// Converged says how far the springs were from solved at the end of a substep. There is one
	// record, of 8 bytes.
	Converged struct {
		Strain uint32 // bits of the largest strain that one more visit to a spring would take away
		Spring uint32 // the lowest-numbered spring that has it; all ones: none acts
	}
)

// Sweep is the uniform block of a dispatch of the solver impulses. It takes 48 bytes. Springs without a color are as a color behind the others.
type Sweep struct {
	First  uint32 // place of the first spring of the color
	Count  uint32 // springs of the color; of strike-rest the masses that have springs without one
	Begins uint32 // 1: impulses are 0 before; of predict: the substep is the first of its step
	Keeps  uint32 // 1: they are wanted later
	Looks  uint32 // 1: springs that have run away are reported
	Ends   uint32 // of finish: substeps of a step, in the last of them; else 0

	Warm float32 // part of the impulses of the last substep that a substep begins with

	// These are of sweep-blocks, whose First is where the records of its blocks begin, and Count the number of colors.
	Back, Swept              uint32 // 1: it goes from color to color backward; it reads velocities that are in Swept
	CarriedFirst, CarriedEnd uint32 // springs whose impulses go from Swept to Impulse as they are
	Reserved                 uint32
}

// impulseRecords are the blocks of the solver impulses.
func impulseRecords() []Record {
	return []Record{
		storage("Impulse", BindImpulse, "impulse", Impulse{}),
		storage("SpringNumber", BindSpringNumber, "springNumber", SpringNumber{}),
		storage("Uncolored", BindUncolored, "uncolored", Uncolored{}),
		storage("BlockTable", BindBlockTable, "blockTable", BlockTable{}),
		storage("Swept", BindSwept, "swept", Swept{}),
		storage("Converged", BindConverged, "converged", Converged{}),
		storage("Pressed", BindPressed, "pressed", Position{}).as("vec4", "xyz λt across a contact [N·s], w λc along its normal"),
		storage("LinkAt", BindLinkAt, "linkAt", LinkAt{}).as("uvec2", "of a rigid spring: its place in the order of colors, its number"),
		uniform("Sweep", BindSweep, "sweep", Sweep{}),
	}
}

// These are the passes of the solver impulses.
const (
	Predict        Name = "predict.comp"
	WarmStart      Name = "warm_start.comp"
	SweepSprings   Name = "sweep_springs.comp"
	SweepBlocks    Name = "sweep_blocks.comp"
	SweepRest      Name = "sweep_rest.comp"
	StrikeRest     Name = "strike_rest.comp"
	SweepContacts  Name = "sweep_contacts.comp"
	FinishSubstep  Name = "finish_substep.comp"
	ResidualStrain Name = "residual_strain.comp"

	MeasureLinks     Name = "measure_links.comp"
	SweepAttachments Name = "sweep_attachments.comp"
)
