// Where masses are for passes of spans, and how fast. A pass includes state.glsl before it
// includes this.
#define SPAN_PLACE(i) positionOf(i)
#define SPAN_VELOCITY(i) velocityOf(i)
