/* bits FOLDER SCENE... opens each scene in the engine cpu, takes 157 steps in three calls, and saves FOLDER/SCENE.npz. */
#include <stdio.h>

#include "hooke.h"

int main(int count, char **given) {
	hk_error error;
	char path[4096];
	int i;

	for (i = 2; i < count; i++) {
		hk_handle *h = hk_open(given[i], "{\"engine\": \"cpu\"}", &error);
		snprintf(path, sizeof path, "%s/%s.npz", given[1], given[i]);
		if (!h || hk_step(h, 1, &error) || hk_step(h, 56, &error) || hk_step(h, 100, &error) || hk_save(h, path, &error)) {
			fprintf(stderr, "%s: %s\n", given[i], error.text);
			return 1;
		}
		hk_close(h);
	}
	return 0;
}
