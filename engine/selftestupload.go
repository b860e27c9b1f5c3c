package engine

import (
	"fmt"

	"hooke/gpu/glx"
)

// fillWord is the word that buffers are filled with before uploads. No word of the pattern
// is equal to it, since those are odd.
const fillWord = 0x7fc00000

// uploadSizes returns the sizes of the buffers [bytes]. Drivers move short and long uploads in
// different ways: the fault that this part was written for erased long ones only.
func uploadSizes() []int64 { return []int64{16, 4 << 10, 64 << 10, 1 << 20, 8 << 20} }

// upload writes buffers right after they were cleared, and reads them back.
func (t selfTest) upload() (numbers string, err error) {
	sizes := uploadSizes()
	for _, size := range sizes {
		if err := t.uploadOf(size); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d buffers of %d bytes to %d MiB keep uploaded data", 4*len(sizes), sizes[0], sizes[len(sizes)-1]>>20), nil
}

// uploadOf tests buffers of one size [bytes]: one that is made with its contents, one that is
// zeroed when it is made, one that was filled, and one that was filled and of which a part is
// uploaded.
func (t selfTest) uploadOf(size int64) error {
	words := make([]uint32, size/4)
	for i := range words {
		words[i] = pattern(i)
	}
	first, count := len(words)/4, max(1, len(words)/16)
	for _, c := range []struct {
		what         string
		fill         bool
		first, count int // words that are uploaded
	}{
		{"made with its contents", false, 0, 0},
		{"new", false, 0, len(words)},
		{"filled", true, 0, len(words)},
		{"filled, a part uploaded", true, first, count},
	} {
		b, err := t.make(words, c.count == 0)
		if err != nil {
			return err
		}
		if c.fill {
			b.Fill(fillWord)
		}
		glx.Upload(b, int64(c.first), words[c.first:c.first+c.count])
		if t.uploaded != nil {
			t.uploaded(b)
		}
		got := make([]uint32, len(words))
		glx.Download(b, 0, got)
		b.Release()
		if err := t.ctx.Err("self-test: read a buffer back"); err != nil {
			return err
		}
		for i := range words {
			if c.fill && (i < c.first || i >= c.first+c.count) {
				words[i] = fillWord
			}
		}
		if err := compareUpload(words, got); err != nil {
			return fmt.Errorf("a buffer of %d bytes (%s): %w", size, c.what, err)
		}
	}
	return nil
}

// make makes a buffer with these words, or as long and zeroed.
func (t selfTest) make(words []uint32, with bool) (*glx.Buffer, error) {
	if with {
		return glx.NewBufferFrom(t.ctx, "self-test", words)
	}
	return t.ctx.NewBuffer("self-test", 4*int64(len(words)))
}

// compareUpload returns an error that says how many words differ, and the first of them.
func compareUpload(want, got []uint32) error {
	wrong, first := 0, 0
	for i := range want {
		if got[i] != want[i] {
			if wrong++; wrong == 1 {
				first = i
			}
		}
	}
	if wrong == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d words differ after upload and read-back; the first is word %d: %#x was written, %#x was read", wrong, len(want), first, want[first], got[first])
}

// pattern returns word i of the upload: odd, so that it is neither zero nor fillWord.
func pattern(i int) uint32 { return uint32(i)*2654435761<<1 | 1 }
