package ranges

import (
	"errors"
	"fmt"

	"hooke/gpu/limits"
)

// Masses that collide, and corners of edges and triangles, may be anywhere in the arrays. In a
// divided model the passes that look at them read whole arrays: as texels, or as one storage
// block if the device supports too few texels. Such a pass writes a window of its range.

// anywhere returns the number of vectors of the longest array that passes read whole, and its
// readers; 0 without readers.
func anywhere(n Counts) (vectors int64, what string) {
	if n.Taking > 0 {
		what = fmt.Sprintf("collisions of %d masses", n.Taking)
		vectors = n.FrictionMasses * 2
	}
	if n.Spans > 0 {
		what = fmt.Sprintf("contacts of %d edges and triangles", n.Spans)
		vectors = max(vectors, 3*n.Spans, 3*n.FrictionSpans)
	}
	if n.Meeting > 0 {
		what = fmt.Sprintf("collisions of springs and triangles of %d masses", n.Meeting)
	}
	if what != "" {
		vectors = max(vectors, n.Masses)
	}
	return vectors, what
}

// readsAll reports whether those passes read texels. The error says why they cannot read all.
func readsAll(device limits.Limits, n Counts) (texels bool, err error) {
	vectors, what := anywhere(n)
	if texels = vectors <= device.Texels; texels || 16*vectors <= device.StorageBlockBytes {
		return texels, nil
	}
	return false, fmt.Errorf("gpu: %s are %w in a divided model: they read %d vectors, allowed %d (GL_MAX_TEXTURE_BUFFER_SIZE) or %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)",
		what, limits.ErrTooLarge, vectors, device.Texels, device.StorageBlockBytes/16)
}

// wholeFits returns an error for each undivided array that is longer than a storage block.
func wholeFits(device limits.Limits, n Counts) error {
	var faults []error
	for _, a := range n.present() {
		if s := a.size(n.counted()); a.of == wholly && s.Bytes > device.StorageBlockBytes {
			_, what := anywhere(n)
			faults = append(faults, fmt.Errorf("gpu: %s are %w: %s needs %d bytes, allowed %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)",
				what, limits.ErrTooLarge, s.Name, s.Bytes, device.StorageBlockBytes))
		}
	}
	return errors.Join(faults...)
}
