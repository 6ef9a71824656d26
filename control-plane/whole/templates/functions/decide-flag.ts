import { FunctionError } from "ferrule";

/** How many of a hundred subjects have each flag. */
const flags: Record<string, number> = { "new-checkout": 25 };

interface Input {
  /** The name of the flag. @minLength 1 @maxLength 100 */
  flag: string;
  /** Who asks: the same one always gets the same answer. @minLength 1 @maxLength 200 */
  subject: string;
}

/** 0 to 99.99: evenly spread over subjects, and different for each flag. */
async function bucketOf({ flag, subject }: Input): Promise<number> {
  const text = new TextEncoder().encode(`${flag}\n${subject}`);
  const digest = new DataView(await crypto.subtle.digest("SHA-256", text));
  return (digest.getUint32(0) % 10_000) / 100;
}

/** Says whether a feature is on for somebody. */
export default async function decideFlag(input: Input) {
  const percentage = Object.hasOwn(flags, input.flag) ? flags[input.flag] : undefined;
  if (percentage === undefined) {
    throw new FunctionError("FLAG_UNKNOWN", `There is no flag ${input.flag}.`, {
      status: 404,
      details: { flags: Object.keys(flags) },
    });
  }
  return { flag: input.flag, enabled: (await bucketOf(input)) < percentage, percentage };
}
