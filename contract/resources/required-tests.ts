import { z } from "zod";

/**
 * Where the tests of a Project's Functions must pass. `development`: a deployment whose tests fail is not activated.
 * `production`: only a deployment whose tests ran and passed can be released.
 */
export const requiredTests = z.strictObject({ development: z.boolean(), production: z.boolean() });
export type RequiredTests = z.infer<typeof requiredTests>;
