/* hooke.h: very large 3D mass-spring structures, stepped from C and C++.
 *
 * A handle is one structure in one engine (hk_open, hk_from_arrays), the members of an ensemble (hk_ensemble), or environments
 * in which robots learn (hk_env). Every call returns HK_OK or a code below; the fault is
 * told in the caller's hk_error, which may be NULL. Nothing is printed, and no call ends the program.
 *
 *     hk_error error;
 *     hk_handle *walker = hk_open("walker", "{\"engine\": \"cpu\"}", &error);
 *     if (!walker || hk_step(walker, 1000, &error)) puts(error.text);
 *     hk_close(walker);
 *
 * Texts are UTF-8 and end in 0. Lengths are in meters, masses in kilograms, times in seconds. Options are one JSON object
 * whose keys are flags of `hooke run` (docs/c.md lists them); NULL has none. A path is relative to the working folder.
 *
 * One thread at a time calls with one handle, any thread; another one that calls meanwhile gets HK_BUSY. Different handles
 * may be used at the same time. After fork, the child can use none of this (HK_FORKED): it has none of the threads.
 * Functions are only added: what is compiled against one version works with all later ones of the same HK_ABI / 1000. */
#ifndef HOOKE_H
#define HOOKE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HK_ABI 1003

typedef struct hk_handle hk_handle; /* not to be looked into; never reused, so that one that was closed stays known as such */
typedef struct hk_job hk_job;       /* likewise; any threads may use one at the same time */

enum hk_code {
	HK_OK = 0,
	HK_FAILED = 1, /* the structure could not be made, or its steps or a file failed; a divergence is among these */
	HK_WRONG = 2,  /* an argument is wrong: nothing has changed */
	HK_BUSY = 3,   /* another thread is in a call with this handle */
	HK_FORKED = 4, /* this process was forked after the library was loaded */
	HK_PANIC = 5   /* a fault of the library itself; the handle should be closed */
};

typedef struct hk_error {
	int32_t code;   /* an hk_code */
	char text[508]; /* what, where, what to do; cut where it is longer */
} hk_error;

enum hk_type { HK_FLOAT32 = 1, HK_FLOAT64 = 2, HK_INT64 = 3, HK_UINT32 = 4, HK_UINT8 = 5 };

/* Numbers along up to four axes. */
typedef struct hk_array {
	const char *name;   /* of arrays that are given; NULL of others */
	void *data;         /* NULL where only the shape is told */
	int32_t type;       /* an hk_type */
	int32_t ndim;       /* 0: one number */
	int64_t shape[4];   /* numbers along each axis */
	int64_t strides[4]; /* bytes from one to the next along each axis; of arrays that are given all 0: row-major, without gaps */
} hk_array;

/* HK_ABI of the library that is loaded: its thousands must be those of this header. */
int32_t hk_version(void);

/* Describe the library as JSON: its ABI, engines, quantities, and fields that can be set. Writes at most bytes - 1 of it and a 0, and how
 * many bytes it has, the 0 among them, to *needed (may be NULL). */
int hk_about(char *dst, int64_t bytes, int64_t *needed, hk_error *error);

/* Open a preset, a scene file, a mesh file or a checkpoint. NULL after an error. */
hk_handle *hk_open(const char *name, const char *options, hk_error *error);

/* Make a structure of named arrays, as in the NPZ files of docs/meshes-volumes.md: positions [n, 3], ends [m, 2], masses,
 * stiffness, damping, rest_length, pinned, velocities; or positions with triangles [k, 3] or tetrahedra [k, 4]. Arrays are
 * copied. The options ground and gravity are of arrays alone. name is for people. */
hk_handle *hk_from_arrays(const char *name, const hk_array *arrays, int64_t count, const char *options, hk_error *error);

/* Make a number of members of a scene that are stepped together, each with numbers of its own for the paths that the option free
 * lists, such as ["actuator[*].phase", "gravity.z"]. Their quantities are "positions", "velocities", "metrics", "status", "step"
 * and "sensors"; hk_place, hk_save and hk_restore are not for them. */
hk_handle *hk_ensemble(const char *name, int64_t members, const char *options, hk_error *error);

/* Make environments in which robots of a scene learn, with the options reward, period, limit, autoreset, noise and those of
 * hk_ensemble (docs/c.md). They take periods by hk_env_step, not steps. */
hk_handle *hk_env(const char *name, int64_t environments, const char *options, hk_error *error);

/* Begin a new episode of the environments at which mask is not 0; NULL: of all. seeds has one for each, for those that begin;
 * NULL: random numbers continue. All environments are seen: [environments][observations]. */
int hk_env_reset(hk_handle *h, const uint8_t *mask, const uint64_t *seeds, float *seen, hk_error *error);

/* Take a period of all environments: actions are [environments][inputs], seen as above, rewards, terminated and truncated
 * [environments]. With autoreset same_step, final has what was seen last of those that ended, and may be NULL. */
int hk_env_step(hk_handle *h, const float *actions, float *seen, double *rewards, uint8_t *terminated, uint8_t *truncated, float *final, hk_error *error);

/* Take n steps; an engine on a device may only queue them. */
int hk_step(hk_handle *h, int64_t n, hk_error *error);

/* Take n steps, but not many more once that many seconds have passed; *done is how many were taken. */
int hk_step_for(hk_handle *h, int64_t n, double seconds, int64_t *done, hk_error *error);

/* Wait for all steps; a divergence is reported here at the latest. */
int hk_finish(hk_handle *h, hk_error *error);

/* Tell the type and shape of a quantity, such as "positions" (docs/c.md lists them). */
int hk_shape(hk_handle *h, const char *what, hk_array *out, hk_error *error);

/* Wait for all steps and copy a quantity into memory of the caller, which has exactly its size. */
int hk_read(hk_handle *h, const char *what, void *dst, int64_t bytes, hk_error *error);

/* Keep a quantity in memory of the library, valid until hk_close, and fill it now. hk_refresh fills it again; NULL: all that
 * are viewed. */
int hk_view(hk_handle *h, const char *what, hk_array *out, hk_error *error);
int hk_refresh(hk_handle *h, const char *what, hk_error *error);

/* Set numbers while it goes, by a path such as "gravity.z" or "actuator[*].frequency": one for all that it names, or one
 * for each. Of an ensemble: one for all, one for each member, or one for each member and number, member by member. */
int hk_set(hk_handle *h, const char *field, const double *values, int64_t count, hk_error *error);

/* Put all masses elsewhere: count is three times their number; velocities may be NULL: at rest. */
int hk_place(hk_handle *h, const double *positions, const double *velocities, int64_t count, hk_error *error);

/* Back to the start. */
int hk_reset(hk_handle *h, hk_error *error);

/* The same of the members of an ensemble at which mask, one for each, is not 0; all others keep every bit. */
int hk_reset_some(hk_handle *h, const uint8_t *mask, int64_t count, hk_error *error);

/* Give the action of the boundary that is now, or comes next: a number for each input, of an ensemble
 * member by member. The option host must have been true. */
int hk_act(hk_handle *h, const double *action, int64_t count, hk_error *error);

/* Read the numbers of all sensors at the last boundary, as hk_read of "sensors" does. */
int hk_sense(hk_handle *h, double *dst, int64_t count, hk_error *error);

/* Write the state: a path that ends in .npz has positions and velocities, one in .hooke is a checkpoint. */
int hk_save(hk_handle *h, const char *path, hk_error *error);

/* Continue from a file of hk_save or hooke run, of the same structure. */
int hk_restore(hk_handle *h, const char *path, hk_error *error);

/* Keep the state that is now as a frame of hk_render. Of more than 500 frames every second one stays, and so on. */
int hk_keep(hk_handle *h, hk_error *error);

/* Write the frames kept, or the state that is now: a path that ends in .html becomes one file that a browser shows, .glb and .usda
 * become meshes that move. options are flags of hooke render: show, frames; of a page also color, range, theme, max_size. hk_info
 * tells under "rendered" how many frames the file has of how many states, and in notes its parts left out. Of an ensemble it is a page
 * of members, which run again from their start with the values that they have: those of members, a list, or the top that are best by
 * a column of metrics (4 by speed). */
int hk_render(hk_handle *h, const char *path, const char *options, hk_error *error);

/* Begin a view that follows the structure, as in a notebook, in place of one that there is. options are those of a page, but frames. */
int hk_live(hk_handle *h, const char *options, hk_error *error);

/* Make the next text of that view, of the state that is now: an HTML page at first, and where masses have left the room of the page or
 * the time has gone back; else JSON, which the function hooke.push of the page takes. As hk_about; a text is the same until
 * a call has room for all of it. */
int hk_push(hk_handle *h, char *dst, int64_t bytes, int64_t *needed, hk_error *error);

/* Describe the structure as JSON: name, masses, springs, dt, engine, inputs, sensors, groups. As hk_about. */
int hk_info(hk_handle *h, char *dst, int64_t bytes, int64_t *needed, hk_error *error);

/* Begin what a verb of the program does, "run", "resume", "relax", "sweep" or "render", in threads of its own: name is a preset or file, of
 * "render" also the folder of a run or sweep; options has the flags of that verb, as of hk_open. Results are files of the folder that
 * the option out names; of "render" out is the file, which ends in .html, .glb or .usda. NULL after an error. */
hk_job *hk_start(const char *verb, const char *name, const char *options, hk_error *error);

/* Wait until a job ends, but for that many seconds at most; *ended says whether it has. An error of the job is that of this call. */
int hk_wait(hk_job *j, double seconds, int32_t *ended, hk_error *error);

/* Describe a job as JSON: how far it is, its notes and, at its end, its result. As hk_about. */
int hk_told(hk_job *j, char *dst, int64_t bytes, int64_t *needed, hk_error *error);

/* Ask a job to end soon, as Ctrl-C does: a run writes its state and a checkpoint, a sweep can be continued. hk_wait waits for that. */
int hk_stop(hk_job *j, hk_error *error);

/* End a job, wait for it and release it. A second call, or NULL, does nothing. */
void hk_release(hk_job *j);

/* Release all that the handle holds, views too. A second call, or NULL, does nothing. */
void hk_close(hk_handle *h);

#ifdef __cplusplus
}
#endif
#endif
