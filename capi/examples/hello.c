/* hello steps a walker from C, sees it move, and saves it: hello FOLDER */
#include <stdio.h>
#include <string.h>

#include "hooke.h"

/* fail prints an error and is the exit code of the program. */
static int fail(const char *call, const hk_error *error) {
	fprintf(stderr, "%s: %s (code %d)\n", call, error->text, (int)error->code);
	return 1;
}

int main(int count, char **arguments) {
	hk_error error;
	hk_array at;
	hk_handle *walker;
	char path[4096];
	float before, weightless = 0;
	double zero = 0;
	if (count != 2 || hk_version() / 1000 != HK_ABI / 1000) return 2;

	walker = hk_open("walker", "{\"engine\": \"cpu\"}", &error);
	if (!walker) return fail("hk_open", &error);
	if (hk_view(walker, "positions", &at, &error)) return fail("hk_view", &error);
	before = ((const float *)at.data)[2];
	if (hk_step(walker, 157, &error) || hk_refresh(walker, NULL, &error)) return fail("hk_step", &error);
	printf("%d masses, %d axes, moved: %s\n", (int)at.shape[0], (int)at.shape[1], before != ((const float *)at.data)[2] ? "yes" : "no");

	snprintf(path, sizeof path, "%s/final.npz", arguments[1]);
	if (hk_save(walker, path, &error)) return fail("hk_save", &error);
	snprintf(path, sizeof path, "%s/state.hooke", arguments[1]);
	if (hk_save(walker, path, &error)) return fail("hk_save", &error);

	/* Without gravity it goes elsewhere; from the checkpoint it refuses to go on with other parameters. */
	if (hk_set(walker, "gravity.z", &zero, 1, &error) || hk_step(walker, 10, &error)) return fail("hk_set", &error);
	if (hk_read(walker, "positions", &weightless, sizeof weightless, &error) != HK_WRONG) return fail("hk_read into too little", &error);
	printf("refused: %s\n", error.text);
	if (hk_restore(walker, path, &error) != HK_FAILED) return fail("hk_restore", &error);
	if (hk_open("wlaker", NULL, &error)) return 1;
	printf("refused: %s\n", strstr(error.text, "did you mean"));
	hk_close(walker);
	hk_close(walker);
	if (hk_step(walker, 1, &error) != HK_WRONG) return fail("hk_step of a closed handle", &error);
	printf("refused: %s\n", error.text);
	return 0;
}
