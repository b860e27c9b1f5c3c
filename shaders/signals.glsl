// What changes with time. A pass declares Signals before it includes this.

// signalAt is a signal by its number; the host says which is which.
real signalAt(uint number) { return real(signals.signal[number >> 2][number & 3u]); }

// signalsAt are three signals from a number on.
real3 signalsAt(uint first) { return real3(signalAt(first), signalAt(first + 1u), signalAt(first + 2u)); }
