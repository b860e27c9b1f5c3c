package draw

import "hooke/model/inelastic"

// Changing is a scene whose springs may tear: torn ones have the material of removed springs in its
// SpringBuffer.
type Changing interface {
	// Changes returns what springs have become in the buffers; empty: none has changed.
	Changes() []inelastic.Change
}

// tearing finds that springs have torn since the surface was found. The zero value finds nothing.
type tearing struct {
	scene Changing // nil: springs do not tear
	torn  int      // springs that the surface lacks
}

func tearingOf(scene Drawable) tearing {
	changing, _ := scene.(Changing)
	return tearing{scene: changing}
}

// changes returns what springs have become; empty: none has changed.
func (t *tearing) changes() []inelastic.Change {
	if t.scene == nil {
		return nil
	}
	return t.scene.Changes()
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
