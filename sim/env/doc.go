// Package env is a vector of environments of one scene, in which robots learn: a policy acts on all of them, and they
// answer with observations and rewards, as the VectorEnv of Gymnasium has it. One call takes a period of all.
//
// Actions are the inputs of the scene, the length of each muscle where it has none; observations are the numbers of its
// sensors, those of how the robot moves where it has none. A reward is an expression over the columns of metrics, of
// the period that has passed:
//
//	speed, speed_forward     of the center of mass over this period [m/s]
//	work, work_positive, path, slip and slip[GROUP]      what was added in this period
//	all other columns        their values at its end; 0 where they are not defined
//
// An environment terminates where [run] until of its scene ends it, or where it diverges, and is truncated when its
// episode has lasted Options.Limit periods. One that ends within a period shows the sensors of its last boundary.
package env
