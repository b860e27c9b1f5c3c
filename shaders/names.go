package shaders

// Name is the entry file of a shader. A test checks that every entry file has
// a name here and every name has a file.
type Name string

// The compute passes.
const (
	SpringForce  Name = "spring_force.comp"
	Integrate    Name = "integrate.comp"
	Drift        Name = "drift.comp"
	Kick         Name = "kick.comp"
	Prime        Name = "prime.comp"
	Stages       Name = "stage.comp"
	Keep         Name = "keep.comp"
	SpringStrain Name = "spring_strain.comp"
	WindPass     Name = "wind.comp"
	LoadPass     Name = "load.comp"
	GuidePass    Name = "guide.comp"
	Motion       Name = "motion.comp"
	Still        Name = "still.comp"
	Copy         Name = "copy.comp"

	SpringLedger Name = "spring_ledger.comp"
	MassLedger   Name = "mass_ledger.comp"
	LedgerSum    Name = "ledger_sum.comp"
)
