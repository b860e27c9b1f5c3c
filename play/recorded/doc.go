// Package recorded shows what is not stepped: the states of trajectories, checkpoints and
// final.npz, and structures as they start. A Record has them, a Drawing draws them without a
// window, and an Engine shows them in one.
package recorded
