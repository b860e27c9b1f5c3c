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
	row  []byte // memory of the last row, reused
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
	row := strconv.AppendInt(t.row[:0], step, 10)
	for _, value := range [...]float64{time, e.Kinetic, e.Gravitational, e.Elastic, e.Contact, e.Total()} {
		row = append(row, ',')
		row = strconv.AppendFloat(row, value, 'g', -1, 64)
	}
	t.row = append(row, '\n')
	_, err := t.file.Write(t.row)
	return err
}

// Close completes the table and gives the file its name.
func (t *EnergyCSV) Close() error { return t.file.Commit() }

// Discard throws the table away; after Close it does nothing.
func (t *EnergyCSV) Discard() { t.file.Discard() }
