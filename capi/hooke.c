// The functions of hooke.h. Each refuses to go on in a forked child, which has none of the threads of Go, and hands over
// to Go, where handles are numbers.
#include "hooke.h"

#include <pthread.h>
#include <stdio.h>

#include "_cgo_export.h"

static volatile int forked;

static void after_fork(void) { forked = 1; }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, after_fork); }

// refuse says that this process was forked.
static int refuse(hk_error *error) {
	if (error) {
		error->code = HK_FORKED;
		snprintf(error->text, sizeof error->text, "this process was forked after hooke was loaded, and has none of its threads; load it in the child, or start children by spawn");
	}
	return HK_FORKED;
}

#define NUMBER(h) ((uint64_t)(uintptr_t)(h))
#define HANDLE(call) (forked ? (refuse(error), NULL) : (hk_handle *)(uintptr_t)(call))
#define CODE(call) (forked ? refuse(error) : (call))

int32_t hk_version(void) { return HK_ABI; }

int hk_about(char *dst, int64_t bytes, int64_t *needed, hk_error *error) { return CODE(goAbout(dst, bytes, needed, error)); }

hk_handle *hk_open(const char *name, const char *options, hk_error *error) { return HANDLE(goOpen((char *)name, (char *)options, error)); }

hk_handle *hk_from_arrays(const char *name, const hk_array *arrays, int64_t count, const char *options, hk_error *error) {
	return HANDLE(goFromArrays((char *)name, (hk_array *)arrays, count, (char *)options, error));
}

hk_handle *hk_ensemble(const char *name, int64_t members, const char *options, hk_error *error) {
	return HANDLE(goEnsemble((char *)name, members, (char *)options, error));
}

hk_handle *hk_env(const char *name, int64_t environments, const char *options, hk_error *error) {
	return HANDLE(goEnv((char *)name, environments, (char *)options, error));
}

int hk_env_reset(hk_handle *h, const uint8_t *mask, const uint64_t *seeds, float *seen, hk_error *error) {
	return CODE(goEnvReset(NUMBER(h), (uint8_t *)mask, (uint64_t *)seeds, seen, error));
}

int hk_env_step(hk_handle *h, const float *actions, float *seen, double *rewards, uint8_t *terminated, uint8_t *truncated, float *final, hk_error *error) {
	return CODE(goEnvStep(NUMBER(h), (float *)actions, seen, rewards, terminated, truncated, final, error));
}

int hk_step(hk_handle *h, int64_t n, hk_error *error) { return CODE(goStepFor(NUMBER(h), n, 0, NULL, error)); }

int hk_step_for(hk_handle *h, int64_t n, double seconds, int64_t *done, hk_error *error) { return CODE(goStepFor(NUMBER(h), n, seconds, done, error)); }

int hk_finish(hk_handle *h, hk_error *error) { return CODE(goFinish(NUMBER(h), error)); }

int hk_shape(hk_handle *h, const char *what, hk_array *out, hk_error *error) { return CODE(goShape(NUMBER(h), (char *)what, out, error)); }

int hk_read(hk_handle *h, const char *what, void *dst, int64_t bytes, hk_error *error) { return CODE(goRead(NUMBER(h), (char *)what, dst, bytes, error)); }

int hk_view(hk_handle *h, const char *what, hk_array *out, hk_error *error) { return CODE(goView(NUMBER(h), (char *)what, out, error)); }

int hk_refresh(hk_handle *h, const char *what, hk_error *error) { return CODE(goRefresh(NUMBER(h), (char *)what, error)); }

int hk_set(hk_handle *h, const char *field, const double *values, int64_t count, hk_error *error) {
	return CODE(goSet(NUMBER(h), (char *)field, (double *)values, count, error));
}

int hk_place(hk_handle *h, const double *positions, const double *velocities, int64_t count, hk_error *error) {
	return CODE(goPlace(NUMBER(h), (double *)positions, (double *)velocities, count, error));
}

int hk_reset(hk_handle *h, hk_error *error) { return CODE(goReset(NUMBER(h), error)); }

int hk_reset_some(hk_handle *h, const uint8_t *mask, int64_t count, hk_error *error) { return CODE(goResetSome(NUMBER(h), (uint8_t *)mask, count, error)); }

int hk_act(hk_handle *h, const double *action, int64_t count, hk_error *error) { return CODE(goAct(NUMBER(h), (double *)action, count, error)); }

int hk_sense(hk_handle *h, double *dst, int64_t count, hk_error *error) {
	return CODE(goRead(NUMBER(h), "sensors", dst, count > INT64_MAX / 8 ? -1 : 8 * count, error));
}

int hk_save(hk_handle *h, const char *path, hk_error *error) { return CODE(goSave(NUMBER(h), (char *)path, error)); }

int hk_restore(hk_handle *h, const char *path, hk_error *error) { return CODE(goRestore(NUMBER(h), (char *)path, error)); }

int hk_keep(hk_handle *h, hk_error *error) { return CODE(goKeep(NUMBER(h), error)); }

int hk_render(hk_handle *h, const char *path, const char *options, hk_error *error) { return CODE(goRender(NUMBER(h), (char *)path, (char *)options, error)); }

int hk_live(hk_handle *h, const char *options, hk_error *error) { return CODE(goLive(NUMBER(h), (char *)options, error)); }

int hk_push(hk_handle *h, char *dst, int64_t bytes, int64_t *needed, hk_error *error) { return CODE(goPush(NUMBER(h), dst, bytes, needed, error)); }

int hk_info(hk_handle *h, char *dst, int64_t bytes, int64_t *needed, hk_error *error) { return CODE(goInfo(NUMBER(h), dst, bytes, needed, error)); }

hk_job *hk_start(const char *verb, const char *name, const char *options, hk_error *error) {
	return forked ? (refuse(error), NULL) : (hk_job *)(uintptr_t)goStart((char *)verb, (char *)name, (char *)options, error);
}

int hk_wait(hk_job *j, double seconds, int32_t *ended, hk_error *error) { return CODE(goWait(NUMBER(j), seconds, ended, error)); }

int hk_told(hk_job *j, char *dst, int64_t bytes, int64_t *needed, hk_error *error) { return CODE(goTold(NUMBER(j), dst, bytes, needed, error)); }

int hk_stop(hk_job *j, hk_error *error) { return CODE(goStop(NUMBER(j), error)); }

void hk_release(hk_job *j) {
	if (j && !forked)
		goRelease(NUMBER(j));
}

void hk_close(hk_handle *h) {
	if (h && !forked)
		goClose(NUMBER(h));
}
