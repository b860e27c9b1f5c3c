package glx_test

import (
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

// writer is one way in which a buffer gets contents. It queues its command and writes the same words into want, the
// contents that the buffer must have afterwards. seed makes the words of each write its own.
type writer struct {
	name  string
	write func(b *glx.Buffer, want []uint32, seed uint32)
}

// word is the word that a write with this seed puts at a place of a buffer.
func wordAt(place int, seed uint32) uint32 { return uint32(place)*2654435761 + seed }

func pattern(words int, seed uint32) []uint32 {
	out := make([]uint32, words)
	for i := range out {
		out[i] = wordAt(i, seed)
	}
	return out
}

// writers are the ways of this package. source is as long as the longest buffer; its words are changed and copied.
func writers(t *testing.T, ctx *glx.Context, source *glx.Buffer) []writer {
	p := must.Get(ctx.NewCompute(glx.Source{Name: "pattern.comp", Text: `#version 430 core
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer WordsBlock { uint words[]; };
layout(std430, binding = 1) readonly buffer SeedBlock { uint seed[]; };
void main() {
	uint each = gl_NumWorkGroups.x * 64u;
	for (uint i = gl_GlobalInvocationID.x; i < uint(words.length()); i += each) words[i] = i * 2654435761u + seed[0];
}
`}))(t)
	t.Cleanup(p.Release)
	return []writer{
		{"fill", func(b *glx.Buffer, want []uint32, seed uint32) {
			b.Fill(seed)
			for i := range want {
				want[i] = seed
			}
		}},
		{"upload", func(b *glx.Buffer, want []uint32, seed uint32) {
			copy(want, pattern(len(want), seed))
			glx.Upload(b, 0, want)
		}},
		{"upload of a part", func(b *glx.Buffer, want []uint32, seed uint32) {
			from, to := len(want)/4, len(want)-len(want)/4
			copy(want[from:to], pattern(to-from, seed))
			glx.Upload(b, int64(from), want[from:to])
		}},
		{"copy", func(b *glx.Buffer, want []uint32, seed uint32) {
			words := pattern(len(want), seed)
			glx.Upload(source, 0, words)
			b.CopyFrom(source)
			copy(want, words)
		}},
		{"dispatch", func(b *glx.Buffer, want []uint32, seed uint32) {
			of := word(t, ctx, seed)
			defer of.Release()
			ctx.BindStorage(0, b)
			ctx.BindStorage(1, of)
			ctx.Use(p)
			ctx.Dispatch(uint32(min(len(want)/64+1, 4096)), 1)
			ctx.Barrier(glx.ByTransfer | glx.ByShader) // all that follows overwrites or reads what the pass wrote
			copy(want, pattern(len(want), seed))
		}},
	}
}

// Each write of a buffer is behind the one before it, whatever the two are and however long the buffer is: real drivers
// make some of them on other engines of the device than others.
func TestWritesKeepTheirOrder(t *testing.T) {
	ctx := gltest.New(t)
	const longest = 64 << 20
	source := must.Get(ctx.NewBuffer("source", longest))(t)
	defer source.Release()
	all := writers(t, ctx, source)
	for _, bytes := range []int{16, 4 << 10, 64 << 10, 68 << 10, 1 << 20, 16 << 20, longest} {
		for _, first := range all {
			for _, second := range all {
				bad := 0
				times := 1
				if bytes <= 1<<20 {
					times = 5
				}
				for n := range times {
					b := must.Get(ctx.NewBuffer("ordered", int64(bytes)))(t)
					want := make([]uint32, bytes/4)
					first.write(b, want, uint32(1000*n+7))
					second.write(b, want, uint32(1000*n+500))
					got := make([]uint32, len(want))
					glx.Download(b, 0, got)
					if !slices.Equal(got, want) {
						bad++
					}
					b.Release()
				}
				if bad > 0 {
					t.Errorf("%d bytes: %s, then %s: %d of %d wrong", bytes, first.name, second.name, bad, times)
				}
			}
		}
	}
}
