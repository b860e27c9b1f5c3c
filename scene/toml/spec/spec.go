package spec

// Kind is what a key of a scene file holds.
type Kind uint8

const (
	Text   Kind = iota // "words"
	Word               // one of a few words
	Number             // 1, 0.5, 2e-4
	Whole              // 3
	Flag               // true or false
	Vector             // [x, y, z]
	Step               // a positive number, or "auto"
	Count              // 56000 or "56k"
	File               // "path" below the folder of the scene file
	Sizes              // a whole number, or a list of one to three
	Wholes             // [0, 7, 12]
	Texts              // "a", or ["a", "b"]
	Curve              // [[at, value], ...], or "file.csv"
	Path               // [[time, x, y, z], ...]
)

// String is how the reference names it.
func (k Kind) String() string {
	return [...]string{"text", "word", "number", "whole number", "true or false", "[x, y, z]", `number or "auto"`, `whole number or "56k"`, "file",
		"whole number or list of up to 3", "list of whole numbers", "text or list of texts", `[[at, value], ...] or "file.csv"`, "[[time, x, y, z], ...]"}[k]
}

// Bound is what numbers of a key are held to.
type Bound uint8

const (
	anyNumber   Bound = iota
	positive          // > 0
	notNegative       // >= 0
	share             // 0 to 1
	belowOne          // −1 to 1, both excluded
)

// Holds says whether a number is within the bound.
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

// String is how messages and the reference name it.
func (b Bound) String() string {
	return [...]string{"any", "above 0", "at least 0", "from 0 to 1", "between −1 and 1"}[b]
}

// Key describes one key: this is what files are judged by, and what the
// schema and the reference are printed from.
type Key struct {
	Name     string   // as files have it
	Kind     Kind     // what it holds
	Unit     string   // of its numbers; empty: none
	fallback string   // what it is when it is not given
	Doc      string   // what it means, for the reference
	Bound    Bound    // of its numbers
	Words    []string // of Word, and of texts that are words
	Only     []string // the variants of the table that know the key; nil: all
	Required bool     // in those variants
	Needed   []string // variants that need it, when others do not
}

// Table describes a table, or a list of tables.
type Table struct {
	Name    string // as files have it; empty: the keys before all tables
	Many    bool   // a list of tables, [[name]]
	doc     string
	Variant []string // keys that choose the variant: one whose value does, or several of which one is given
	Keys    []Key    // in the order of the reference
}

// Key is the key of that name, or nil.
func (s *Table) Key(name string) *Key {
	for i := range s.Keys {
		if s.Keys[i].Name == name {
			return &s.Keys[i]
		}
	}
	return nil
}

// Of is the table of that name, or nil.
func Of(name string) *Table {
	for _, s := range Tables() {
		if s.Name == name {
			return &s
		}
	}
	return nil
}
