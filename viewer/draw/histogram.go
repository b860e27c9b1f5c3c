package draw

import "fmt"

// Histogram counts springs by their strain, in bins from −High to High; those beyond
// are in the outermost. The zero value is of nothing.
type Histogram struct {
	Bins []int
	High float64
}

// histogramBins are odd in number: the middle one is of springs at rest.
const histogramBins = 41

// strains samples the strains now and then, whatever the springs are colored by.
type strains struct {
	Histogram
	span   valueRange
	sample []float32
	sizes  []float32
	frames int // since the last sample
}

// Strains is the histogram of a sample of the springs as the last pictures showed
// them, empty before the first. Its range follows them. It waits for the device
// every few pictures.
func (r *Renderer) Strains() Histogram {
	h := &r.strains
	if !r.drawn {
		return Histogram{}
	}
	if h.frames == 0 {
		h.span.floor, h.span.ceiling = ByStrain.floor(r.structure.strainFloor), ByStrain.ceiling()
		h.sample = sampleValues(h.sample, r.scene.StrainBuffer(), r.scene.SpringCount())
		h.sizes = append(h.sizes[:0], h.sample...)
		h.span.follow(h.sizes) // which reorders them
		h.count()
	}
	h.frames = (h.frames + 1) % sampleFrames
	return h.Histogram
}

// count fills the bins.
func (h *strains) count() {
	h.High = h.span.value
	if h.Bins == nil {
		h.Bins = make([]int, histogramBins)
	}
	clear(h.Bins)
	for _, v := range h.sample {
		share := (float64(v) + h.High) / (2 * h.High)
		if share == share { // not NaN
			h.Bins[int(min(max(share*histogramBins, 0), histogramBins-1))]++
		}
	}
}

// write draws the bins as bars over the range of strains.
func (h Histogram) write(p *page, left, top, width, height, scale float32) {
	left, width = left+plotInset*scale, width-2*plotInset*scale
	p.text(left, top+plotInset/2*scale, "springs by strain", p.inks.dim)
	most := 1
	for _, count := range h.Bins {
		most = max(most, count)
	}
	each, bottom := width/float32(len(h.Bins)), top+height-p.lineHeight()-6*scale
	tallest := bottom - top - p.lineHeight() - 10*scale
	for k, count := range h.Bins {
		tall := tallest * float32(count) / float32(most)
		p.rectangle(left+float32(k)*each, bottom-tall, max(each-scale, 1), tall, p.inks.fill)
	}
	low, high := fmt.Sprintf("−%.3g %%", 100*h.High), fmt.Sprintf("+%.3g %%", 100*h.High)
	p.text(left, bottom+2*scale, low, p.inks.dim)
	p.text(left+width/2-float32(p.atlas.cellWidth)/2, bottom+2*scale, "0", p.inks.dim)
	p.text(left+width-p.textWidth(high), bottom+2*scale, high, p.inks.dim)
}
