// Package recorded shows states without stepping: those of trajectories, checkpoints and
// final.npz, and structures as they start. A Record holds the states, a Drawing draws
// them without a window, and an Engine shows them in a window.
package recorded
