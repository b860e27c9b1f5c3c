package model

import (
	"fmt"
	"reflect"
	"slices"
)

// items are the operations on one item of a list of Params; nil: the operation does nothing.
type items[T any] struct {
	get    func(p Params) []T
	set    func(p *Params, list []T)
	faults func(T) []string
	title  func(T) string // in brackets behind its number; nil: no brackets
	masses func(*T) *[]uint32
	mass   func(*T) *uint32 // the only one that it acts on
	own    func(*T)         // copies the data behind its pointers
	move   func(*T, Vec3)
	still  func(*T, float64)
	suits  func(m *Model, item *T) error // returns its fault on a model; it may take long
}

// listTerm returns a term that is a list of things in a field of Params. changes says that any
// of them may change with time.
func listTerm[T any](name string, kind TermKind, field string, changes bool, of items[T]) Term {
	all := func(p *Params, do func(*T)) {
		list := of.get(*p)
		for i := range list {
			do(&list[i])
		}
	}
	t := Term{Name: name, Kind: kind, Fields: []string{field}, on: func(p Params) bool { return len(of.get(p)) > 0 }}
	if changes {
		t.changes = t.on
	}
	t.clear = func(p *Params) { of.set(p, nil) }
	t.join = func(p *Params, part Params) { of.set(p, append(of.get(*p), of.get(part)...)) }
	t.own = func(p *Params) {
		of.set(p, slices.Clone(of.get(*p)))
		if of.own != nil {
			all(p, of.own)
		}
	}
	t.faults = of.allFaults(name)
	if of.suits != nil {
		t.suits = of.allSuit(name)
	}
	if of.move != nil {
		t.move = func(p *Params, by Vec3) { all(p, func(item *T) { of.move(item, by) }) }
	}
	if of.still != nil {
		t.still = func(p *Params, at float64) { all(p, func(item *T) { of.still(item, at) }) }
	}
	if of.masses != nil {
		t.lists = func(p Params, each func([]uint32)) { all(&p, func(item *T) { each(*of.masses(item)) }) }
		t.number = func(p *Params, to Numbers) { all(p, func(item *T) { *of.masses(item) = to.List(*of.masses(item)) }) }
	}
	if of.mass != nil {
		t.lists = func(p Params, each func([]uint32)) { all(&p, func(item *T) { each([]uint32{*of.mass(item)}) }) }
		t.number = func(p *Params, to Numbers) { all(p, func(item *T) { *of.mass(item) = to.One(*of.mass(item)) }) }
	}
	return t
}

// allSuit checks each item against a model, unless the list is as before.
func (of items[T]) allSuit(name string) func(p, from Params, m *Model) error {
	return func(p, from Params, m *Model) error {
		list := of.get(p)
		if len(list) == 0 || reflect.DeepEqual(list, of.get(from)) {
			return nil
		}
		for i := range list {
			if err := of.suits(m, &list[i]); err != nil {
				return fmt.Errorf("model %q: %s %d (%s): %w", m.Name, name, i, of.title(list[i]), err)
			}
		}
		return nil
	}
}

// allFaults tells the faults of each thing of a list, by its number.
func (of items[T]) allFaults(name string) func(p Params, fault func(string, ...any)) {
	return func(p Params, fault func(string, ...any)) {
		for i, item := range of.get(p) {
			for _, words := range of.faults(item) {
				if of.title == nil {
					fault("%s %d: %s", name, i, words)
				} else {
					fault("%s %d (%s): %s", name, i, of.title(item), words)
				}
			}
		}
	}
}
