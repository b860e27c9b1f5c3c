package draw

import (
	"hooke/model"
	"hooke/model/inelastic"
)

// Changing is a scene whose springs may tear: torn ones have the material of removed springs in its
// SpringBuffer.
type Changing interface {
	// Changes returns what springs have become in the buffers; empty: none has changed.
	Changes() []inelastic.Change
}

// tearing finds that springs have torn since the surface was found.
type tearing struct {
	scene Drawable
	torn  int // springs that the surface lacks
}

// changes returns what springs have become in the buffers; empty: none has changed.
func (t *tearing) changes() []inelastic.Change {
	if changing, ok := t.scene.(Changing); ok {
		return changing.Changes()
	}
	if e, ok := t.scene.(model.Engine); ok {
		if changing, ok := model.As[Changing](e); ok {
			return changing.Changes()
		}
	}
	return nil
}

// tear finds the surface anew if the number of torn springs has changed: it ends at them.
func (r *Renderer) tear() error {
	torn := inelastic.Torn(r.tearing.changes())
	if torn == r.tearing.torn {
		return nil
	}
	r.tearing.torn = torn
	was := r.structure
	if err := r.findSurface(); err != nil {
		r.structure = was
		return err
	}
	was.close()
	r.chunks.close()
	r.chunks = chunks{}
	r.drawn = false
	return r.chunks.make(r.ctx, r.scene, r.structure, &r.embedded)
}
