package hud

import (
	"fmt"
)

// Histogram counts springs by their strain, in bins from −High to High. The outermost
// bins also count the springs beyond. The zero value has no bins and is not shown.
type Histogram struct {
	Bins        []int
	High        float64
	Below, Over bool // whether there are springs below −High, and above High
}

// histogramBins is odd, so that the middle bin counts the springs at rest.
const histogramBins = 41

// HistogramOf counts values from −high to high, which must be positive. It ignores values
// that are not a number.
func HistogramOf(sample []float32, high float64) Histogram {
	h := Histogram{High: high, Bins: make([]int, histogramBins)}
	for _, v := range sample {
		share := (float64(v) + high) / (2 * high)
		if share != share { // the spring is not there
			continue
		}
		h.Below, h.Over = h.Below || share < 0, h.Over || share > 1
		h.Bins[int(min(max(share*histogramBins, 0), histogramBins-1))]++
	}
	return h
}

// write draws the bins as bars over the range of strains, which it labels in percent.
func (h Histogram) write(p *Page, left, top, width, height, scale float32) {
	left, width = left+plotInset*scale, width-2*plotInset*scale
	p.text(left, top+plotInset/2*scale, "springs by strain", p.inks.Dim)
	most := 1
	for _, count := range h.Bins {
		most = max(most, count)
	}
	each, bottom := width/float32(len(h.Bins)), top+height-p.lineHeight()-6*scale
	tallest := bottom - top - p.lineHeight() - 10*scale
	for k, count := range h.Bins {
		tall := tallest * float32(count) / float32(most)
		p.rectangle(left+float32(k)*each, bottom-tall, max(each-scale, 1), tall, p.inks.Fill)
	}
	low, high := fmt.Sprintf("−%.3g %%", 100*h.High), fmt.Sprintf("+%.3g %%", 100*h.High)
	if h.Below {
		low = "≤ " + low
	}
	if h.Over {
		high = "≥ " + high
	}
	p.text(left, bottom+2*scale, low, p.inks.Dim)
	p.text(left+width/2-float32(p.atlas.cellWidth)/2, bottom+2*scale, "0", p.inks.Dim)
	p.text(left+width-p.textWidth(high), bottom+2*scale, high, p.inks.Dim)
}
