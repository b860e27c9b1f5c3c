package export

import (
	"strconv"

	"hooke/model"
)

// energyHeader names the columns of an energy file and their units.
const energyHeader = "step,time_s,kinetic_J,gravitational_J,elastic_J,contact_J,total_J\n"

// EnergyCSV is a table of energies over time: a header with units, then one
// row for each sample. Numbers have as many digits as it takes to read back
// the same float64. The file appears when Close succeeds.
type EnergyCSV struct {
	file *File
	rows []byte // all rows so far, about 120 bytes each
}

// CreateEnergyCSV opens the table and writes its header. The caller ends with
// Close; deferring Discard covers the way out of an error.
func CreateEnergyCSV(path string) (*EnergyCSV, error) {
	file, err := Create(path)
	if err != nil {
		return nil, err
	}
	if _, err := file.Write([]byte(energyHeader)); err != nil {
		file.Discard()
		return nil, err
	}
	return &EnergyCSV{file: file}, nil
}

// Row appends one sample: the step, the simulated time [s] and the energies
// [J] with their total.
func (t *EnergyCSV) Row(step int64, time float64, e model.Energy) error {
	begin := len(t.rows)
	t.rows = strconv.AppendInt(t.rows, step, 10)
	for _, value := range [...]float64{time, e.Kinetic, e.Gravitational, e.Elastic, e.Contact, e.Total()} {
		t.rows = append(t.rows, ',')
		t.rows = strconv.AppendFloat(t.rows, value, 'g', -1, 64)
	}
	t.rows = append(t.rows, '\n')
	_, err := t.file.Write(t.rows[begin:])
	return err
}

// Rows are all rows so far, without the header, for a run that is taken up
// again later.
func (t *EnergyCSV) Rows() []byte { return t.rows }

// Again begins with the rows of an earlier part of a run.
func (t *EnergyCSV) Again(rows string) error {
	t.rows = append(t.rows, rows...)
	_, err := t.file.Write([]byte(rows))
	return err
}

// Close completes the table and gives the file its name.
func (t *EnergyCSV) Close() error { return t.file.Commit() }

// Discard throws the table away; after Close it does nothing.
func (t *EnergyCSV) Discard() { t.file.Discard() }
