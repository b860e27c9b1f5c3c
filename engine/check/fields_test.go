package check

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// The fields of everything that describes a run, and how each is seen to be
// used: an engine made with that field altered, and honest otherwise, fails
// Check. A field without a line here is a fault: a new term of the
// model proves at once that Check sees engines without it.

// described are the types whose fields describe a run. A new kind of thing in
// Model or Params belongs here.
func described() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[model.Model](), reflect.TypeFor[model.Params](), reflect.TypeFor[model.Material](), reflect.TypeFor[model.Contact](), reflect.TypeFor[model.Trajectory](),
		reflect.TypeFor[model.Plane](), reflect.TypeFor[model.Sphere](), reflect.TypeFor[model.Box](), reflect.TypeFor[model.Capsule](),
		reflect.TypeFor[model.Actuator](), reflect.TypeFor[model.Force](), reflect.TypeFor[model.Motor](), reflect.TypeFor[model.Spin](), reflect.TypeFor[model.Limit](), reflect.TypeFor[model.Bend](), reflect.TypeFor[model.Hinge](), reflect.TypeFor[model.Water](), reflect.TypeFor[model.Displaced](), reflect.TypeFor[model.Pressure](), reflect.TypeFor[model.Area](), reflect.TypeFor[model.Handle](),
		reflect.TypeFor[model.Orient](), reflect.TypeFor[model.Track](), reflect.TypeFor[model.Matching](),
		reflect.TypeFor[model.Wind](), reflect.TypeFor[model.Guide](), reflect.TypeFor[model.Path](), reflect.TypeFor[model.PathPoint](),
		reflect.TypeFor[model.Coefficients](), reflect.TypeFor[model.Skin](),
		reflect.TypeFor[model.Collision](), reflect.TypeFor[model.Surface](),
	}
}

// missing are the fields of types without a line, and the structs of package
// model that they hold and that are not among the types.
func missing(types []reflect.Type, uses []fieldUse) (fields []string) {
	plain := []reflect.Type{reflect.TypeFor[model.Clamp](), reflect.TypeFor[model.Group](), reflect.TypeFor[model.Curve](), reflect.TypeFor[model.MassFactor]()} // values of one field, and clamps, which only rods have
	var all []string
	for _, structure := range types {
		for i := range structure.NumField() {
			if structure.Name() == "Model" && structure.Field(i).Name == "Pattern" {
				continue // it equals the arrays: TestPatternsStepAsArrays of package cpu compares both
			}
			all = append(all, structure.Name()+"."+structure.Field(i).Name)
			name := structure.Name() + "." + structure.Field(i).Name
			if !slices.ContainsFunc(uses, func(u fieldUse) bool { return u.field == name }) {
				fields = append(fields, name)
			}
			held := structure.Field(i).Type
			for held.Kind() == reflect.Slice || held.Kind() == reflect.Pointer || held.Kind() == reflect.Array {
				held = held.Elem()
			}
			ours := held.Kind() == reflect.Struct && held.PkgPath() == structure.PkgPath()
			if ours && !slices.Contains(types, held) && !slices.Contains(plain, held) {
				fields = append(fields, name+" holds "+held.Name()+"s, whose fields nobody looks at")
			}
		}
	}
	for _, use := range uses {
		if len(types) == len(described()) && !slices.Contains(all, use.field) {
			fields = append(fields, use.field+" is a line without a field")
		}
	}
	return fields
}

// An engine that has a field wrong is seen. The short form has every fifth field.
func TestEveryFieldIsSeenByCheck(t *testing.T) {
	for _, field := range missing(described(), fieldUses()) {
		t.Errorf("%s: no line in the table says how Check sees it", field)
	}
	// Small and with springs of every kind of its own; Check adds the rest.
	sc := Case{Name: "lattice", Model: modeltest.Lattice(4, 100, 0.02, true), Params: model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 50, 0.1)}}, Steps: 20}
	parts := slices.DeleteFunc(Parts(), func(part string) bool { // where no row that counts is, see seen
		return part == "integrator-ledgers" || part == "invariants" || part == "momentum"
	})
	sc.Shared = &Shared{}
	sc.Model.Own = slices.Repeat([]model.Coefficients{{Stiffness: 20, Damping: 0.01}}, sc.Model.SpringCount())
	for k, use := range fieldUses() {
		if use.altered == nil {
			must.Hold(t, use.reason != "", "%s: give an alteration, or the reason why there is none", use.field)
			continue
		}
		if !must.Long() && k%5 > 0 {
			continue
		}
		stages := [][]string{{"groups"}}
		if !ofGroups(use.field) { // most are seen by the first part, so that the others need not run
			rest := slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return part == "groups" || part == "passes" || part == "steps" })
			stages = [][]string{{"passes"}, {"steps"}, rest}
		}
		must.Hold(t, slices.ContainsFunc(stages, func(stage []string) bool {
			sc.Parts = stage
			rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
				altered := *m
				use.altered(&altered, &p)
				return newFake(&altered, p), nil
			}))(t)
			return seen(rows)
		}), "%s: an engine that has it wrong passes the checks of passes, steps and ledgers", use.field)
	}
	// An empty alteration passes, so that the alterations alone are seen.
	sc.Parts = parts
	rows, err := Prove(sc, honest)
	must.Hold(t, err == nil && !seen(rows), "an honest engine fails: %v", err)
}

// ofGroups reports whether a field is that of a force on a group, which the part "groups" proves.
func ofGroups(field string) bool {
	structure, name, _ := strings.Cut(field, ".")
	terms := model.Terms(model.GroupTerm)
	if structure == "Params" {
		return slices.ContainsFunc(terms, func(t model.Term) bool { return slices.Contains(t.Fields, name) })
	}
	for _, t := range terms {
		held, _ := reflect.TypeFor[model.Params]().FieldByName(t.Fields[0])
		of := held.Type
		if of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Name() == structure || structure == "Displaced" || structure == "Hinge" {
			return true
		}
	}
	return false
}

// seen says whether a check of passes, steps or ledgers has failed. Those of a long run
// would see most of it, too, but say nothing about where.
func seen(rows []Outcome) bool {
	return slices.ContainsFunc(rows, func(r Outcome) bool {
		return !r.OK && (strings.HasPrefix(r.Check, "pass ") || strings.HasPrefix(r.Check, "step parity") || strings.HasPrefix(r.Check, "ledger, "))
	})
}

// The gate is seen to fail: on a table that lacks a line, and on a type that
// is not listed.
func TestFieldsAreMissed(t *testing.T) {
	uses := fieldUses()[1:]
	must.BeAll(t, missing(described(), uses), []string{"Model.Name"}, "without its line Model.Name")
	types := slices.DeleteFunc(described(), func(s reflect.Type) bool { return s == reflect.TypeFor[model.Actuator]() })
	if got := missing(types, fieldUses()); !slices.Equal(got, []string{"Params.Actuators holds Actuators, whose fields nobody looks at"}) {
		t.Errorf("without actuators among the types: %v", got)
	}
}

// Every external force of the model is proved: it acts on a perturbed case and on the
// block whose ledger must close.
func TestEveryLoadIsProved(t *testing.T) {
	m := modeltest.Lattice(4, 100, 0.02, true)
	st := perturb(Case{Model: m, Start: m.Start(), Params: model.Params{DT: 1e-4}}, 1)
	blockModel := block(3, model.Material{Stiffness: 200, Damping: 0.05})
	var blockParams model.Params
	load(blockModel, &blockParams)
	for _, term := range model.Terms(model.LoadTerm, model.WindTerm, model.GuideTerm) {
		if !term.On(st.params) || !term.On(blockParams) {
			t.Errorf("%s: on a perturbed case %v, on the block of the ledger %v", term.Name, term.On(st.params), term.On(blockParams))
		}
		listed := slices.ContainsFunc(loadTerms, func(l loadTerm) bool { return l.name == term.Name })
		if term.Kind != model.GuideTerm && !listed {
			t.Errorf("%s is not among the loads that are proved", term.Name)
		}
	}
}
