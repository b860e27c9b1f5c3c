package draw

import (
	"fmt"
	"math"
)

// legendEntries is how many colors the legend's bar has.
const legendEntries = 33

// legendWidth is what the legend takes of the right edge, with its margin
// [points]; a little more than writeLegend needs.
const legendWidth = 140

// clearAspect is the aspect (width / height) of the part of a picture, in its
// middle, that the legend leaves free: at least half of the picture.
func clearAspect(width, height int, look Look) float64 {
	free := float64(width)
	if !look.NoText && !look.Plain {
		free = max(free-2*legendWidth*look.scale(), free/2)
	}
	return free / float64(height)
}

// writeLegend draws the color map with its numbers at the right edge: tension
// above, compression below.
func writeLegend(p *page, colors ColorMap, strainRange float64, scale float32) {
	barWidth, barHeight := 16*scale, min(220*scale, 0.45*p.height)
	labels := legendLabels(strainRange)
	room := p.textWidth("+100.00 %") + 8*scale
	margin := 14 * scale
	width := barWidth + room + 20*scale
	height := barHeight + 2*p.lineHeight() + 26*scale
	left, top := p.width-margin-width, (p.height-height)/2
	p.rectangle(left, top, width, height, inkPanel)
	p.text(left+10*scale, top+7*scale, "strain", inkBright)

	// The bar, tension at the upper end.
	x, y := left+10*scale, top+p.lineHeight()+14*scale
	band := barHeight / float32(len(colors)-1)
	for i := range len(colors) - 1 {
		upper, lower := colors[len(colors)-1-i], colors[len(colors)-2-i]
		p.gradient(x, y+float32(i)*band, barWidth, band, opaque(upper), opaque(lower))
	}
	for i, label := range labels {
		at := y + barHeight*float32(i)/float32(len(labels)-1)
		p.rectangle(x+barWidth, at-scale/2, 4*scale, scale, inkDim)
		p.text(x+barWidth+8*scale, at-float32(p.atlas.cellHeight)/2, label, inkBright)
	}
	p.text(left+10*scale, y+barHeight+10*scale, "+ stretched", inkDim)
}

// legendLabels are the strains along the bar in percent, from its upper end.
func legendLabels(strainRange float64) []string {
	labels := make([]string, 5)
	for i := range labels {
		percent := 100 * strainRange * (1 - float64(i)/2)
		switch {
		case i == 2:
			labels[i] = " 0 %"
		case percent < 0:
			labels[i] = fmt.Sprintf("−%.3g %%", -percent)
		default:
			labels[i] = fmt.Sprintf("+%.3g %%", percent)
		}
	}
	return labels
}

func opaque(color [3]float64) ink {
	out := ink(255)
	for k := range 3 {
		out |= ink(math.Round(255*color[k])) << (24 - 8*k)
	}
	return out
}
