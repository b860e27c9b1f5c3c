package material_test

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"hooke/laws"
	"hooke/laws/material"
	"hooke/model"
	"hooke/must"
)

// Each number of a law but the rest length is in Numbers, in the order of the fields, as the text of shaders takes them.
func TestNumbersAreTheFields(t *testing.T) {
	law := laws.Spring[float64]{}
	v := reflect.ValueOf(&law).Elem()
	var want []float64
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Float64 {
			f.SetFloat(float64(i + 1))
			if v.Type().Field(i).Name != "RestLength" {
				want = append(want, float64(i+1))
			}
		}
	}
	if got := law.Numbers(); !reflect.DeepEqual(got[:], want) {
		t.Errorf("the numbers are %v, want %v", got, want)
	}
}

// A law has the data of its material and k and c as they are given, and a model as many numbers as its cases
// need.
func TestLawsOfMaterials(t *testing.T) {
	own := model.Coefficients{Stiffness: 30, Damping: 0.5}
	got := material.Law(&model.Material{Stiffness: 1, TensionOnly: true}, own, 0.25)
	must.Be(t, got, (laws.Spring[float64]{Stiffness: 30, Damping: 0.5, RestLength: 0.25, TensionOnly: true}), "the law")
	for _, c := range []struct {
		of   model.Material
		want []bool
	}{{model.Material{Stiffness: 1}, []bool{false, false}}, {model.Material{Stiffness: 1, DampingRatio: 0.1}, []bool{true, false}}, {model.Material{TensionOnly: true}, []bool{false, true}}} {
		m := &model.Model{Materials: []model.Material{{}, c.of}}
		for k, in := range c.want {
			if one := material.Cases()[k]; one.In(m) != in {
				t.Errorf("%v: %s is %v", c.of, one.Name, !in)
			}
		}
		if n := material.Numbers(m); n != 2 {
			t.Errorf("%v: %d numbers, want k and c", c.of, n)
		}
	}
}

// Each case of the law of springs is one that models can need: shaders would leave out the data that another
// stands beside.
func TestCasesAreThoseOfTheLaw(t *testing.T) {
	text := must.Get(os.ReadFile("../spring.go"))(t)
	found := regexp.MustCompile(`//glsl:if (\w+)\n`).FindAllStringSubmatch(string(text), -1)
	for _, hint := range found {
		if !slices.ContainsFunc(material.Cases(), func(c material.Case) bool { return c.Name == hint[1] }) {
			t.Errorf("no model needs the case %s", hint[1])
		}
	}
	must.Hold(t, len(found) != 0, "the law has no cases")
}
