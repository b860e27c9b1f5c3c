package shaders

// Name is the entry file of a shader. A test checks that every entry file has
// a name here and every name has a file.
type Name string

// These are the compute passes that drawing does not need.
const (
	SpringForce   Name = "spring_force.comp"
	ColumnSprings Name = "column_force.comp"
	Integrate     Name = "integrate.comp"
	Resident      Name = "resident.comp"
	Persistent    Name = "persistent.comp"
	Drift         Name = "drift.comp"
	Kick          Name = "kick.comp"
	Prime         Name = "prime.comp"
	Stages        Name = "stage.comp"
	Keep          Name = "keep.comp"
	SpringMeasure Name = "spring_measure.comp"
	WindPass      Name = "wind.comp"
	LoadPass      Name = "load.comp"
	GuidePass     Name = "guide.comp"
	Motion        Name = "motion.comp"
	Still         Name = "still.comp"
	StillHalfway  Name = "still_halfway.comp"
	Copy          Name = "copy.comp"
	Arithmetic    Name = "arithmetic.comp"
	CatchNote     Name = "catch_note.comp"
	CatchPass     Name = "catch.comp"

	SpringLedger Name = "spring_ledger.comp"
	MassLedger   Name = "mass_ledger.comp"
	LedgerSum    Name = "ledger_sum.comp"
	SpanLedger   Name = "span_ledger.comp"

	SpanForce  Name = "span.comp"
	SpanGather Name = "span_gather.comp"
	SpanCount  Name = "span_count.comp"
	SpanPress  Name = "span_press.comp"

	LookPass Name = "look.comp"
	Gather   Name = "gather.comp"
	LookSum  Name = "look_sum.comp"
)

// Measured is a quantity of springs for which SpringMeasure is compiled, as its QUANTITY.
type Measured uint8

// These are the quantities, and their number.
const (
	MeasureStrain Measured = iota
	MeasureForce
	MeasureEnergy
	MeasuredCount
)
