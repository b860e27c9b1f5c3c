// Package metrics describes a robot's motion in few numbers: how far and how fast its center of mass went,
// how it turned, on which feet it stood, how it slipped, and the energy its muscles spent.
//
// A Plan is made once for a model and its parameters. A Meter of the plan follows one run. It is shown the
// state at every N-th step (Sample), and the state at the start of every step (Touch). Its sums are in Sums,
// in float64 and in ascending order of masses and springs, so that the same states give the same bits. An
// engine that adds up on its own device fills Sums; Plan.Row makes the numbers of the table of both.
//
// With the masses that are not pinned on all axes, m_i, ê = −g/|g| (+z without gravity),
// Π = I − ê ê^T, the direction f̂ = Π forward/|Π forward|, samples k = 0, 1, ... from the first
// one at or after the time settle, t_0, to the end of the run, T, and n the number of samples:
//
//	c_k            = Σ m x / Σ m
//	distance       D = |Π (c_T − c_0)|
//	path           P = Σ_k |Π (c_k − c_{k−1})|
//	straightness   D/P
//	speed          D/(T − t_0)
//	speed_forward  (c_T − c_0)·f̂/(T − t_0)
//	drift          (c_T − c_0)·(ê × f̂);   drift_angle = atan2(drift, (c_T − c_0)·f̂)
//	yaw            unwrapped atan2(Σ m ê·(r_0 × r), Σ m Πr_0·Πr),  r = x − c, r_0 at t_0
//	height_mean    Σ_k h(c_k)/n;  height_min = min h(c_k);  h as of the condition "fell"
//	clearance      min over samples and the masses of the group body of h(x)
//	contact_duty   share of the steps at whose start a mass of the group is in a contact
//	slip           Σ over those steps, Σ over the masses of the group that are in a contact, of
//	               |v_t| dt, divided by the number of masses of the group
//	work           Σ_k Σ_s W,  work_positive = Σ_k Σ_s max(0, W) over actuated springs s,
//	               W = ½ Σ_L (E(L, R_k) − E(L, R_{k−1})) over L = L_{k−1} and L_k,  E = ½ k (L − R)²
//	cot            work_positive/(Σ m |g| D)
//	strain_max     largest |L − R|/R over samples and springs; a slack cable has none
//
// W is the work that a change of the rest length from R_{k−1} to R_k does on the structure, as
// model.Flows.Actuators counts it of a step: −f dR of the elastic force f, half of it at the
// length L_{k−1} of the sample before and half at L_k, which of springs that push and pull is the
// mean of both forces, −½ k (L_{k−1} − R_{k−1} + L_k − R_k) (R_k − R_{k−1}). Its error is of second
// order in the time between samples, and of first order where a rest length jumps, as that of a
// square wave without a half-life. Jumps that inputs of a controlled run make are exact: W is counted
// before and after controllers act, too (Meter.Muscles). R is the rest length after smoothing, of springs
// that yield and creep as they are at L_k, and k that which damage leaves; a torn spring does none. Dampers see the rates of
// lengths alone, so that no part of their force does work on R. E of a slack cable is 0. The
// first sample that counts has no work. v_t is the velocity across the normal of the first contact
// that the mass is in, relative to its surface. A contact counts by its masses, also where it
// touches springs or triangles.
//
// A meter takes 8 bytes for each driven spring, its length, also in a checkpoint (Meter.Numbers).
//
// A number that is not defined is NaN, in tables an empty field: straightness of a robot that
// has not moved, cot and drift_angle where D is below 1 % of the body's length (the longest
// side of its box at t_0), work where springs have no stiffness (position-based dynamics), and
// all but status, steps and time before t_0.
package metrics
