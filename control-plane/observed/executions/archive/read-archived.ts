import { PublicError } from "@ferrule/contract/errors.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { ExportedExecution } from "../queries/exported.ts";
import type { Archive } from "../../../ground/ports/archive.ts";
import { BucketError } from "./bucket.ts";
import { isKept } from "./queries/find-parts.ts";
import type { ArchivedPart } from "./queries/parts.ts";

export type ArchivedExecution = ExportedExecution & { archived: true };

/** Runs a function in a read-only transaction of its own. */
export type Read = <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;

/** Thrown when an erasure has replaced an object that we have just found. */
class Replaced extends Error {
  override name = "Replaced";
}

const mostTries = 3;

/**
 * Runs `find` again if an erasure replaced one of its objects meanwhile. @throws PublicError UNAVAILABLE when the
 * archive cannot be read
 */
export async function steady<T>(find: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await find();
    } catch (cause) {
      if (cause instanceof Replaced && tries < mostTries) continue;
      if (!(cause instanceof Replaced || cause instanceof BucketError)) throw cause;
      throw new PublicError("UNAVAILABLE", "The archive of executions cannot be read just now.", {
        cause,
        retryAfterSeconds: 10,
      });
    }
  }
}

/** The executions of a part whose lines contain these texts; it parses no other lines. Call it within `steady`. */
export async function readArchived(
  archive: Archive,
  read: Read,
  part: ArchivedPart,
  texts: readonly string[],
): Promise<Iterable<ArchivedExecution>> {
  const lines = await archive.read(part).catch(async (error: unknown) => {
    throw (await read((scope) => isKept(scope, part.key))) ? error : new Replaced();
  });
  return parsed(lines, texts);
}

function* parsed(lines: readonly string[], texts: readonly string[]): Generator<ArchivedExecution> {
  const quoted = texts.map((text) => JSON.stringify(text));
  for (const line of lines)
    if (quoted.every((text) => line.includes(text)))
      yield { ...(JSON.parse(line) as ExportedExecution), archived: true };
}
