// The signals, which change with time, at the time of the row that is bound. A pass
// declares Params and Signals before it includes this. Second words follow the first
// words of the whole row. The host says which signal is which (SignalLayout in
// gpu/settings); the scales of rest lengths come first.

// signalOf is the number in a slot; a vector has four slots.
real signalOf(uint slot) {
	return TWO_WORDS(signals.signal[slot >> 2][slot & 3u], signals.signal[params.signalVectors + (slot >> 2)][slot & 3u]);
}

// signalsFrom are the three numbers that begin at a slot.
real3 signalsFrom(uint slot) { return real3(signalOf(slot), signalOf(slot + 1u), signalOf(slot + 2u)); }

#if PRECISION == COMPENSATED
Two signalWords(uint slot) {
	return Two(signals.signal[slot >> 2][slot & 3u], signals.signal[params.signalVectors + (slot >> 2)][slot & 3u]);
}
#endif

#ifdef READS_SIGNALS_BEFORE
// signalBeforeOf is the number in a slot of the step before, in SignalsBefore.
real signalBeforeOf(uint slot) {
	return TWO_WORDS(signalsBefore.signal[slot >> 2][slot & 3u], signalsBefore.signal[params.signalVectors + (slot >> 2)][slot & 3u]);
}
#endif
