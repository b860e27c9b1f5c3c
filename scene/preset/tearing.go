package preset

import (
	"hooke/model"
	"hooke/scene"
)

// The storm blows on the flag of the preset of that name, which is frayed: a slit of a fifth of its
// length begins at the middle of its free end. Springs at the mast hold whatever comes.
const (
	stormWind   = 14.0 // [m/s]
	stormGust   = 0.4
	stormStrain = 0.06 // at which a structural spring tears
	stormShear  = 0.15 // and the others
	stormSlit   = 0.2
)

// storm is a flag that tears.
func storm(o scene.Options) (*scene.Scene, error) {
	s, err := flag(o)
	if err != nil {
		return nil, err
	}
	m := s.Model
	m.Name = "storm"
	held := len(m.Materials)
	m.Materials = append(m.Materials, m.Materials[1:]...) // of springs at the mast
	low, high := s.Model.Start().Bounds()
	middle, slit := (low[2]+high[2])/2+1e-6, low[0]+(1-stormSlit)*(high[0]-low[0])
	for i, ends := range m.Ends {
		a, b := m.RestPosition[ends[0]], m.RestPosition[ends[1]]
		switch across := (a[2] > middle) != (b[2] > middle); {
		case across && min(a[0], b[0]) > slit:
			m.MaterialOf[i] = model.Removed
		case m.PinOf(int(ends[0])) != 0 || m.PinOf(int(ends[1])) != 0:
			m.MaterialOf[i] += uint16(held - 1)
		}
	}
	for i := 1; i < held; i++ {
		m.Materials[i].Inelastic.TearStrain = stormShear
		if i == 1 {
			m.Materials[i].Inelastic.TearStrain = stormStrain
		}
	}
	s.Params.Wind.Velocity[0], s.Params.Wind.Gust = stormWind, stormGust
	return s, nil
}
