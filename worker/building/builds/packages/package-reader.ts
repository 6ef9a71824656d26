import type { Log } from "@ferrule/kit/log.ts";
import { type GuardedProcess, ProcessEnded, RequestFailed } from "../processes/guarded-process.ts";
import { type PackageAnswer, packageAnswer, type PackageRequest } from "./package-messages.ts";
import { PackageProblem } from "../libraries/package-problem.ts";

/** Lets a build process read the registry's texts. @throws PackageProblem, or the signal's reason */
export type ReadPackages = (request: PackageRequest, bytes?: Uint8Array) => Promise<PackageAnswer>;

export interface ReaderMeans {
  /** The process for requests. Starts a new one if the last has ended. */
  bundler: () => GuardedProcess;
  /** CPU time for each request. */
  timeoutMs: number;
  signal: AbortSignal;
  log: Log;
}

/** Reads one request after another, so that we can measure the CPU time of each. */
export function createPackageReader({ bundler, timeoutMs, signal, log }: ReaderMeans): ReadPackages {
  let last: Promise<unknown> = Promise.resolve();

  async function ask(request: PackageRequest, bytes: Uint8Array | undefined): Promise<PackageAnswer> {
    signal.throwIfAborted();
    try {
      const blobs = bytes === undefined ? [] : [bytes];
      const { body } = await bundler().request(request, timeoutMs, signal, blobs);
      const answer = packageAnswer.safeParse(body);
      if (answer.success) return answer.data;
      throw new RequestFailed("The build process sent an invalid answer.", { cause: answer.error });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProcessEnded && error.reason === "crash") return { lost: true };
      if (!(error instanceof ProcessEnded) && !(error instanceof RequestFailed)) throw error;
      log.warn({ err: error }, "what the npm registry says of a package could not be read");
      const message = "The npm registry's metadata of it or of its dependencies takes too much time or memory to read.";
      throw new PackageProblem("LIBRARY_UNREADABLE", message, error);
    }
  }

  return (request, bytes) => {
    const answer = last.then(() => ask(request, bytes));
    last = answer.catch(() => undefined);
    return answer;
  };
}
