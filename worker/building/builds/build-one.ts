import { isUtf8 } from "node:buffer";
import { bundleLimits } from "@ferrule/contract/internal/artifact.ts";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { ZodType } from "zod";
import { bundleAnswer, compileAnswer } from "./messages/build-answers.ts";
import {
  type BundleAnswer,
  type BundleRequest,
  type CompileAnswer,
  type CompileRequest,
  nothingDerived,
} from "./messages/build-messages.ts";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import { digestInTurns } from "../../ground/digest-in-turns.ts";
import { type GuardedProcess, ProcessEnded, type Reply, RequestFailed } from "./processes/guarded-process.ts";
import type { LoadedLibraries } from "./packages/prepare-libraries.ts";
import { timesByClock } from "./processes/limit-time.ts";
import type { BuildOutcome } from "./cache/result-cache.ts";

export interface BuildMeans {
  log: Log;
  timeoutMs: number;
  heapMb: number;
  /** The process for requests. Starts a new one if the last has ended. */
  compiler: () => GuardedProcess;
  bundler: () => GuardedProcess;
  signal: AbortSignal | undefined;
}

const whyEnded = (reason: ProcessEnded["reason"], means: Pick<BuildMeans, "timeoutMs" | "heapMb">): Diagnostic => {
  const texts = {
    timeout: [
      "BUILD_TIMEOUT",
      `The build needed more than ${means.timeoutMs / 1_000} s of processor time, or ${(means.timeoutMs / 1_000) * timesByClock} s in all. A type that refers to itself with growing arguments, or a very large union, is the usual reason: use simpler types.`,
    ],
    memory: [
      "BUILD_OUT_OF_MEMORY",
      `The build needed more than ${means.heapMb} MB. A type that refers to itself with growing arguments, or a very large union, is the usual reason: use simpler types.`,
    ],
    crash: ["BUILD_FAILED", "The build process ended twice on this source. Use simpler types, or try again."],
    stopped: ["BUILD_FAILED", "The build was stopped. Try again."],
  } as const;
  const [code, message] = texts[reason];
  return { severity: "error", code, message, line: 1, column: 1 };
};

/** Reads a reply. @throws when it is not of the expected kind */
type ReadReply<Answer> = (reply: Reply) => Answer;

/** Reads a reply that has no blobs. */
export const readBody =
  <Answer>(expected: ZodType<Answer>): ReadReply<Answer> =>
  ({ body, blobs }) => {
    if (blobs.length > 0) throw new RangeError("A build process sent bytes that were not requested.");
    return expected.parse(body);
  };

/**
 * Sends a request to a build process. If the process ends for any reason except this request's time limit, sends the
 * request once more to a fresh one. The first may have been killed from outside, or filled up by earlier requests. If
 * the second one ends too, this Function is at fault. `blobs` are bytes that go with the request.
 */
export async function ask<Answer>(
  process: () => GuardedProcess,
  body: unknown,
  read: ReadReply<Answer>,
  means: Omit<BuildMeans, "bundler" | "compiler">,
  blobs: readonly Uint8Array[] = [],
): Promise<Answer | Diagnostic> {
  for (let attempt = 1; ; attempt += 1) {
    means.signal?.throwIfAborted();
    try {
      const reply = await process().request(body, means.timeoutMs, means.signal, blobs);
      return readOrFail(read, reply);
    } catch (error) {
      means.signal?.throwIfAborted();
      if (error instanceof RequestFailed) {
        means.log.error({ err: error }, "a source could not be built");
        const message = "The build failed on this source for a reason of its own. Simplify the types it uses.";
        return { severity: "error", code: "BUILD_FAILED", message, line: 1, column: 1 };
      }
      if (!(error instanceof ProcessEnded)) throw error;
      if (error.reason === "timeout" || attempt === 2) return whyEnded(error.reason, means);
    }
  }
}

function readOrFail<Answer>(read: ReadReply<Answer>, reply: Reply): Answer {
  try {
    return read(reply);
  } catch (cause) {
    throw new RequestFailed("The build process sent an invalid answer.", { cause });
  }
}

export const isDiagnostic = (answer: object): answer is Diagnostic => "severity" in answer;

/** Whether the same source would give this result again. A time or memory limit may also come from a busy machine. */
export function isRepeatable(outcome: BuildOutcome): boolean {
  return !outcome.diagnostics.some(({ code }) => code.startsWith("BUILD_"));
}

/** Compiles one Function, and bundles it if there is no error. Rejects only with the signal's reason. */
export async function compileOne(
  request: CompileRequest,
  means: BuildMeans,
  loaded?: LoadedLibraries,
): Promise<CompileAnswer> {
  const body = { ...request, libraries: loaded?.libraries } satisfies CompileRequest;
  const answer = await ask<CompileAnswer>(means.compiler, body, readBody(compileAnswer), means, loaded?.blobs);
  return isDiagnostic(answer) ? { diagnostics: [answer], derived: nothingDerived } : answer;
}

type ReadBundle = BundleAnswer & { texts: [code: Buffer, sourceMap: Buffer] | null };

const isText = (bytes: Buffer, most: number) => bytes.length <= most && !bytes.includes(0) && isUtf8(bytes);

/** @throws when the blobs are not a bundle that the control plane would accept */
function readBundle({ body, blobs }: Reply): ReadBundle {
  const { diagnostics } = bundleAnswer.parse(body);
  if (blobs.length === 0) return { diagnostics, texts: null };
  const [code, sourceMap, ...more] = blobs;
  if (code === undefined || sourceMap === undefined || more.length > 0)
    throw new RangeError("A bundle must be two parts: its code and its source map.");
  if (!isText(code, bundleLimits.code) || !isText(sourceMap, bundleLimits.sourceMap))
    throw new RangeError("A bundle is too large, or is not text.");
  return { diagnostics, texts: [code, sourceMap] };
}

/** A bundle that the bundler process made, or why it did not. */
export interface Made {
  diagnostics: Diagnostic[];
  bundle: BundleBytes | null;
}

/** Has the bundler process bundle a source that was accepted. Rejects only with the signal's reason. */
export async function askForBundle(
  request: BundleRequest,
  means: Omit<BuildMeans, "compiler">,
  blobs: readonly Uint8Array[] = [],
): Promise<Made> {
  const answer = await ask(means.bundler, request, readBundle, means, blobs);
  if (isDiagnostic(answer)) return { diagnostics: [answer], bundle: null };
  if (answer.texts === null) return { diagnostics: answer.diagnostics, bundle: null };
  const [code, sourceMap] = answer.texts;
  return { diagnostics: answer.diagnostics, bundle: { digest: await digestInTurns(code), code, sourceMap } };
}

export async function bundleOne(
  compiled: CompileAnswer,
  source: string,
  means: BuildMeans,
  loaded?: LoadedLibraries,
): Promise<BuildOutcome> {
  if (compiled.diagnostics.some(({ severity }) => severity === "error")) return { ...compiled, bundle: null };
  const request: BundleRequest = { source, libraries: loaded?.libraries };
  const { diagnostics, bundle } = await askForBundle(request, means, loaded?.blobs);
  return { ...compiled, diagnostics: [...diagnostics, ...compiled.diagnostics], bundle };
}
