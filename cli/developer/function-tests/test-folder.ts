import type { Context } from "../context/context.ts";
import type { Exit } from "../exit-codes.ts";
import { readSource } from "../project/reading/read-source.ts";
import { workplaceOf } from "../project/workplace-of.ts";
import { checkSlugs, runTests, type TestOptions } from "./run-tests.ts";
import { watchTests } from "./watch-tests.ts";
import { writeTest } from "./write-test.ts";

/**
 * `ferrule test`: runs the tests of a folder once or again after each save, or writes one of a recorded call.
 * @param slugs of the Functions; all that have tests where there are none
 */
export async function testFolder(context: Context, options: TestOptions, slugs: readonly string[]): Promise<Exit> {
  const place = await workplaceOf(context);
  if (options.from !== undefined) return writeTest(context, place, options.from);
  if (options.watch === true) return watchTests(context, place, options, slugs);
  const tested = { ...(await readSource(place)), slugs };
  checkSlugs(tested);
  return runTests(context, options, tested);
}
