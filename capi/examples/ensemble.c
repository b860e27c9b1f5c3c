/* ensemble steps three walkers together, of which one has other muscles, and begins anew with that one. */
#include <stdio.h>
#include <string.h>

#include "hooke.h"

/* fail prints an error and is the exit code of the program. */
static int fail(const char *call, const hk_error *error) {
	fprintf(stderr, "%s: %s (code %d)\n", call, error->text, (int)error->code);
	return 1;
}

int main(void) {
	hk_error error;
	hk_array at;
	const double frequencies[] = {1, 2, 1};
	const uint8_t mask[] = {0, 1, 0};
	float first[2];
	uint8_t few;
	hk_handle *three = hk_ensemble("walker", 3, "{\"free\": [\"actuator[*].frequency\"]}", &error);
	if (!three) return fail("hk_ensemble", &error);
	if (hk_view(three, "positions", &at, &error)) return fail("hk_view", &error);
	printf("%d members, %d masses, %d axes\n", (int)at.shape[0], (int)at.shape[1], (int)at.shape[2]);
	const float *x = at.data;
	const size_t size = (size_t)at.shape[1] * 3;
	first[0] = x[2], first[1] = x[size + 2];

	if (hk_set(three, "actuator[*].frequency", frequencies, 3, &error)) return fail("hk_set", &error);
	if (hk_step(three, 500, &error) || hk_refresh(three, NULL, &error)) return fail("hk_step", &error);
	printf("alike: 0 and 2 %s, 0 and 1 %s\n", memcmp(x, x + 2 * size, size * sizeof *x) ? "no" : "yes", memcmp(x, x + size, size * sizeof *x) ? "no" : "yes");
	if (hk_reset_some(three, mask, 3, &error) || hk_refresh(three, NULL, &error)) return fail("hk_reset_some", &error);
	printf("member 1 begins anew: %s, member 0: %s\n", x[size + 2] == first[1] ? "yes" : "no", x[2] == first[0] ? "yes" : "no");

	if (hk_set(three, "gravity.x", frequencies, 1, &error) == HK_WRONG) printf("refused: %s\n", error.text);
	if (hk_save(three, "never.npz", &error) == HK_WRONG) printf("refused: %s\n", error.text);
	if (hk_env_step(three, NULL, NULL, NULL, NULL, NULL, NULL, &error) == HK_WRONG) printf("refused: %s\n", error.text);
	if (hk_reset_some(three, mask, 2, &error) != HK_WRONG || hk_read(three, "status", &few, 1, &error) != HK_WRONG) return 1;
	hk_close(three);
	return 0;
}
