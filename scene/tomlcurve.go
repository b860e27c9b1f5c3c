package scene

import (
	"hooke/model"
	"hooke/safefile"
)

// curveOf reads the curve of a file that a key names.
func (f *tomlFile) curveOf(t *tomlTable, key, name, folder string, open func(path string) (model.Curve, error)) model.Curve {
	path, err := inside(folder, name)
	if err == nil {
		var c model.Curve
		if c, err = open(path); err == nil {
			return c
		}
	}
	f.faultAt(t, key, "%s", err)
	return model.Curve{}
}

// openCurve reads a curve over time from a CSV file.
func openCurve(path string) (model.Curve, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return model.Curve{}, err
	}
	defer file.Close()
	c, _, err := readCurve(file, path)
	return c, err
}
