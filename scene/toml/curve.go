package toml

import (
	"hooke/model"
	"hooke/scene/toml/parse"
)

// curveOf reads the curve of a file that a key names.
func (f *sceneFile) curveOf(t *parse.Table, key, name, folder string, open func(path string) (model.Curve, error)) model.Curve {
	path, err := inside(folder, name)
	if err == nil {
		var c model.Curve
		if c, err = open(path); err == nil {
			return c
		}
	}
	f.FaultAt(t, key, "%s", err)
	return model.Curve{}
}
