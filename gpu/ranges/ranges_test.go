package ranges_test

import (
	"testing"

	"hooke/gpu/ranges"
)

// Where a word of an item lies is said in three ways, which agree: by its record, by
// the block it is transferred in, and by the window of its range. All words together
// fill the array once.
func TestWordsOfItemsHaveOnePlace(t *testing.T) {
	for _, r := range []ranges.Ranges{{All: 300}, {All: 300, Each: 64}, {All: 256, Each: 64}, {All: 65, Each: 64}, {All: 5, Each: 64}, {All: 1, Each: 64}} {
		for words := int64(1); words <= 2; words++ {
			for _, most := range []int64{7, 64, 1000} {
				taken := make([]int, r.All*words)
				next := int64(0)
				windows := r.Windows(1, words)
				r.Blocks(words, most, func(first, count, at, second int64) {
					if first != next {
						t.Fatalf("%+v: a block begins at %d, want %d", r, first, next)
					}
					next += count
					for k := range count {
						one, two := r.Record(first+k, words)
						if one != at+k || words == 2 && two != at+second+k {
							t.Fatalf("%+v: words of item %d at %d and %d, in its block at %d and %d", r, first+k, one, two, at+k, at+second+k)
						}
						w := windows[r.Of(first+k)]
						for _, at := range []int64{one, two}[:words] {
							taken[at]++
							if at < w.Offset || at >= w.Offset+w.Bytes {
								t.Fatalf("%+v: a word of item %d at %d is not in the window %+v", r, first+k, at, w)
							}
						}
					}
				})
				for at, n := range taken {
					if n != 1 {
						t.Fatalf("%+v: place %d is taken %d times", r, at, n)
					}
				}
			}
		}
	}
}
