package scene

// keyKind is what a key of a scene file holds.
type keyKind uint8

const (
	aText   keyKind = iota // "words"
	aWord                  // one of a few words
	aNumber                // 1, 0.5, 2e-4
	aWhole                 // 3
	aFlag                  // true or false
	aVector                // [x, y, z]
	aStep                  // a positive number, or "auto"
	aCount                 // 56000 or "56k"
	aFile                  // "path" below the folder of the scene file
	sizes                  // a whole number, or a list of one to three
	wholes                 // [0, 7, 12]
	texts                  // "a", or ["a", "b"]
	curve                  // [[at, value], ...], or "file.csv"
	path                   // [[time, x, y, z], ...]
)

func (k keyKind) String() string {
	return [...]string{"text", "word", "number", "whole number", "true or false", "[x, y, z]", `number or "auto"`, `whole number or "56k"`, "file",
		"whole number or list of up to 3", "list of whole numbers", "text or list of texts", `[[at, value], ...] or "file.csv"`, "[[time, x, y, z], ...]"}[k]
}

// bound is what numbers of a key are held to.
type bound uint8

const (
	anyNumber   bound = iota
	positive          // > 0
	notNegative       // >= 0
	share             // 0 to 1
	belowOne          // −1 to 1, both excluded
)

// holds says whether a number is within the bound.
func (b bound) holds(x float64) bool {
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

func (b bound) String() string {
	return [...]string{"any", "above 0", "at least 0", "from 0 to 1", "between −1 and 1"}[b]
}

// keySpec describes one key: this is what files are judged by, and what the
// schema and the reference are printed from.
type keySpec struct {
	name     string
	kind     keyKind
	unit     string
	fallback string // what it is when it is not given
	doc      string
	bound    bound
	words    []string // of aWord, and of texts that are words
	only     []string // the variants of the table that know the key; nil: all
	required bool     // in those variants
	needed   []string // variants that need it, when others do not
}

// tableSpec describes a table, or a list of tables.
type tableSpec struct {
	name    string
	many    bool
	doc     string
	variant []string // keys that choose the variant: one whose value does, or several of which one is given
	keys    []keySpec
}

// key is the key of that name, or nil.
func (s *tableSpec) key(name string) *keySpec {
	for i := range s.keys {
		if s.keys[i].name == name {
			return &s.keys[i]
		}
	}
	return nil
}

// specOf is the table of that name, or nil.
func specOf(name string) *tableSpec {
	for _, s := range tableSpecs() {
		if s.name == name {
			return &s
		}
	}
	return nil
}
