package model_test

import (
	"reflect"
	"testing"

	"hooke/model"
)

// Springs join masses into bodies, whatever their order; removed springs join nothing.
func TestConnected(t *testing.T) {
	m := &model.Model{RestPosition: make([]model.Vec3, 7), Mass: make([]float64, 7), Materials: []model.Material{{}, {Stiffness: 1}},
		Ends: []model.Ends{{5, 3}, {3, 1}, {0, 6}, {2, 4}}, RestLength: make([]float64, 4), MaterialOf: []uint16{1, 1, 1, model.Removed}}
	of, bodies := m.Connected()
	if want := []int{0, 1, 2, 1, 3, 1, 0}; !reflect.DeepEqual(of, want) {
		t.Errorf("bodies of masses are %v, want %v", of, want)
	}
	if want := [][]int{{0, 6}, {1, 3, 5}, {2}, {4}}; !reflect.DeepEqual(bodies, want) {
		t.Errorf("bodies are %v, want %v", bodies, want)
	}
}
