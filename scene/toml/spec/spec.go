package spec

import (
	"fmt"

	"hooke/model"
)

// Kind is the type of a key's value in a scene file. The zero value is Text.
type Kind uint8

const (
	Text      Kind = iota // "words"
	Word                  // one of a few words
	Number                // 1, 0.5, 2e-4
	Whole                 // 3
	Flag                  // true or false
	Vector                // [x, y, z]
	Direction             // [x, y, z], of any length but 0
	Step                  // a positive number, "auto" or "class"
	Count                 // 56000 or "56k"
	File                  // "path" below the folder of the scene file
	Sizes                 // a whole number, or a list of one to three
	Wholes                // [0, 7, 12]
	Numbers               // 0.5, or [0.5, -2]
	Texts                 // "a", or ["a", "b"]
	Curve                 // [[at, value], ...], or "file.csv"
	Path                  // [[time, x, y, z], ...]
	Points                // [[at, value], ...], of few points, or "file.csv"
	OneMass               // "name", or 3
)

// String returns the name of the kind in the reference.
func (k Kind) String() string {
	return [...]string{"text", "word", "number", "whole number", "true or false", "[x, y, z]", "[x, y, z]", `number, "auto" or "class"`, `whole number or "56k"`, "file",
		"whole number or list of up to 3", "list of whole numbers", "number or list of numbers", "text or list of texts", `[[at, value], ...] or "file.csv"`, "[[time, x, y, z], ...]", `[[at, value], ...] or "file.csv"`, "name or number of a mass"}[k]
}

// Counts reports whether the numbers of the kind are whole.
func (k Kind) Counts() bool { return k == Whole || k == Count || k == Sizes || k == Wholes }

// MayName reports whether a value of the kind names a file, or may name one.
func (k Kind) MayName() bool { return k == File || k == Curve || k == Points }

// Numeric reports whether keys of the kind hold numbers, or lists of numbers.
func (k Kind) Numeric() bool {
	switch k {
	case Text, Word, Flag, File, Texts, OneMass:
		return false
	}
	return true
}

// Bound is the range in which the numbers of a key must be. The zero value allows any
// number.
type Bound uint8

const (
	anyNumber   Bound = iota
	positive          // > 0
	notNegative       // >= 0
	share             // 0 to 1
	belowOne          // −1 to 1, both excluded
)

// Numbers of scene files are at most Largest, since squares of larger ones overflow single
// precision. Nonnegative ones are 0 or at least Least, since their inverse would.
const (
	Largest = model.Largest
	Least   = model.Least
)

// Holds reports whether a number is within the bound.
func (b Bound) Holds(x float64) bool {
	switch b {
	case positive:
		return x > 0
	case notNegative:
		return x >= 0
	case share:
		return x >= 0 && x <= 1
	case belowOne:
		return x > -1 && x < 1
	}
	return true
}

// Smallest says from which size on the bound holds numbers that are not 0, in words; empty
// where it holds any.
func (b Bound) Smallest() string {
	switch b {
	case positive:
		return fmt.Sprintf("at least %g", Least)
	case notNegative, share:
		return fmt.Sprintf("0 or at least %g", Least)
	}
	return ""
}

// String returns the name of the bound in messages and in the reference.
func (b Bound) String() string {
	return [...]string{"any", "above 0", "at least 0", "from 0 to 1", "between −1 and 1"}[b]
}

// Key describes one key. Files are judged by it, and the reference is printed from it.
type Key struct {
	Name     string   // the key as files write it
	Kind     Kind     // kind of its value
	Unit     string   // unit of its numbers; empty: without a unit
	fallback string   // describes the default of the key
	Doc      string   // meaning of the key, for the reference
	Bound    Bound    // range of its numbers
	Words    []string // the words that it may hold; nil: any
	Only     []string // the variants of the table that know the key; nil: all
	Required bool     // whether these variants need it
	Needed   []string // variants that need it, where others do not
	With     []string // keys without one of which it does nothing; nil: it needs none
	Lines    bool     // whether its text is a drawing, of several lines
}

// Plain reports whether the key holds plain numbers: one, three, or a list.
func (k *Key) Plain() bool {
	switch k.Kind {
	case Number, Vector, Direction, Numbers, Step:
		return true
	}
	return false
}

// Table describes a table, or a list of tables.
type Table struct {
	Name    string   // the name as files write it; empty: the keys before all tables
	Many    bool     // whether it is a list of tables, [[name]]
	doc     string   // meaning of the table, for the reference
	Free    bool     // whether it has keys of any name, which Keys does not list
	Variant []string // keys that choose the variant: one key by its value, or several keys of which one is given; nil: no variants
	Keys    []Key    // in the order of the reference
}

// Key returns the key of that name, or nil.
func (s *Table) Key(name string) *Key {
	for i := range s.Keys {
		if s.Keys[i].Name == name {
			return &s.Keys[i]
		}
	}
	return nil
}

// Of returns the description of the table of that name, or nil. Callers only read it.
func Of(name string) *Table {
	all := Tables()
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// instead says which table or key does the work of a name that people write by the words of other programs. Names of
// keys have their table before a point.
var instead = map[string]string{
	"joint":               hinged,
	"hinge":               hinged,
	"torque":              turned,
	"motor.torque":        turned,
	"motor.angular_speed": turned,
	"upright":             "write [[orient]] with up",
	"buoyancy":            "write [water]",
	"terrain":             `write [[contact]] with shape = "terrain"`,
	"field":               `write [[contact]] with shape = "field"`,
	"pid":                 `write [[controller]] with kind = "pid"`,
	"tear":                "write tear_strain or tear_force in a [[material]]",
	"bend":                "write bend_rigidity in a [[mesh]]",
}

const (
	hinged = "write [[limit]] to bound an angle; bodies that share an edge ([[join]]) turn about it"
	turned = "write [[spin]], which turns a group to an angular speed by a torque"
)

// Instead says, after a semicolon, what to write for an unknown table, or an unknown key of a table; empty where nothing is known.
func Instead(table, key string) string {
	name := table
	if key != "" {
		name += "." + key
	}
	if words := instead[name]; words != "" {
		return "; " + words
	}
	return ""
}
