package sweep

import (
	"os"
	"path/filepath"

	"hooke/files/safefile"
)

const (
	// PlotsFolder is the name of the folder of pictures in that of a sweep.
	PlotsFolder = "plots"
	// BestFolder is the name of the folder of the best runs in that of a sweep.
	BestFolder = "best"
	// GenerationsName is the name of the table with a row for each generation of a search.
	GenerationsName = "generations.csv"
)

// tidy removes temporary files that killed programs left in the folder of a sweep, and refuses
// links by the names of its files and folders before anything is run: the maker of the folder
// may have led them elsewhere.
func tidy(folder string) error {
	for _, name := range []string{SpecName, TableName, ArraysName, PointsName, GenerationsName} {
		path := filepath.Join(folder, name)
		if err := safefile.Replaceable(path); err != nil {
			return err
		}
		safefile.Sweep(path)
	}
	for _, name := range []string{PlotsFolder, BestFolder} {
		path := filepath.Join(folder, name)
		if err := safefile.NoLink(path); err != nil {
			return err
		}
		safefile.SweepFolder(path)
		below, _ := os.ReadDir(path) // the folder need not exist
		for _, entry := range below {
			if entry.IsDir() {
				safefile.SweepFolder(filepath.Join(path, entry.Name()))
			}
		}
	}
	return nil
}
