package export

import (
	"strconv"

	"hooke/model"
)

// The columns of an energy file and their units; those of the ledger follow
// where one is kept.
const (
	energyHeader = "step,time_s,kinetic_J,gravitational_J,elastic_J,contact_J,total_J"
	ledgerHeader = ",damping_J,contact_damping_J,drag_J,friction_J,actuators_J,external_J,constraints_J,residual_J"
)

// EnergyCSV is a table of energies over time: a header with units, then one
// row for each sample. Numbers have as many digits as it takes to read back
// the same float64. The file appears when Close succeeds.
type EnergyCSV struct {
	file   *File
	ledger bool
	row    []byte // memory of the last row, reused
}

// CreateEnergyCSV opens the table and writes its header, with the columns of
// the ledger or without. The caller ends with Close; deferring Discard covers
// the way out of an error.
func CreateEnergyCSV(path string, ledger bool) (*EnergyCSV, error) {
	file, err := Create(path)
	if err != nil {
		return nil, err
	}
	header := energyHeader
	if ledger {
		header += ledgerHeader
	}
	if _, err := file.Write([]byte(header + "\n")); err != nil {
		file.Discard()
		return nil, err
	}
	return &EnergyCSV{file: file, ledger: ledger}, nil
}

// Row appends one sample: the step, the simulated time [s], the energies [J]
// with their total, and, in a table with the ledger, what was dissipated and the
// work [J] since the start, by kind, with what the ledger does not explain.
func (t *EnergyCSV) Row(step int64, time float64, l model.Ledger) error {
	e, f := l.Now, l.Flows
	row := strconv.AppendInt(t.row[:0], step, 10)
	row = appendValues(row, time, e.Kinetic, e.Gravitational, e.Elastic, e.Contact, e.Total())
	if t.ledger {
		row = appendValues(row, f.Damping, f.ContactDamping, f.Drag, f.Friction, f.Actuators, f.External, f.Constraints, l.Residual())
	}
	t.row = append(row, '\n')
	_, err := t.file.Write(t.row)
	return err
}

func appendValues(row []byte, values ...float64) []byte {
	for _, value := range values {
		row = append(row, ',')
		row = strconv.AppendFloat(row, value, 'g', -1, 64)
	}
	return row
}

// Close completes the table and gives the file its name.
func (t *EnergyCSV) Close() error { return t.file.Commit() }

// Discard throws the table away; after Close it does nothing.
func (t *EnergyCSV) Discard() { t.file.Discard() }
