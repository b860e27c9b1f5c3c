package shaders

// Name is the entry file of a shader. A test checks that every entry file has
// a name here and every name has a file.
type Name string

// The compute passes.
const (
	SpringForce  Name = "spring_force.comp"
	Integrate    Name = "integrate.comp"
	SpringStrain Name = "spring_strain.comp"

	SpringLedger Name = "spring_ledger.comp"
	MassLedger   Name = "mass_ledger.comp"
	LedgerSum    Name = "ledger_sum.comp"
)
