import { setMaxListeners } from "node:events";
import { PublicError } from "@ferrule/contract/errors.ts";
import { checkDraft } from "../../authoring/functions/running/check-draft.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { draftArtifact, uncheckedOf, type Unchecked } from "./artifacts/draft-artifact.ts";
import { readServed } from "./artifacts/read-served.ts";

/** We begin no check later than this after the request, so that a page can show progress between requests. */
const beginWithinMs = 2_500;
/** How many checks wait in the queue at once, so that one Project does not fill it. */
const atOnce = 4;
const timeoutMs = 30_000;

const readUnchecked = async (scope: ProjectScope): Promise<Unchecked[]> =>
  uncheckedOf(await draftArtifact(scope, await readServed(scope, "development")));

/**
 * Has workers check the drafts that a preview calls unchecked, ordered by id, for a few seconds per request. So the
 * number of requests depends on the time needed, not on the number of drafts. If a Function cannot be checked, the
 * result names it, and later requests skip it.
 * @throws PublicError UNAVAILABLE when no worker is there
 */
export const checkDrafts: Handlers["checkDrafts"] = async ({ app, projectId, body, signal, read }) => {
  const after = body.cursor ?? "";
  const waiting = (await read(readUnchecked)).filter(({ functionId }) => functionId > after);
  const failed: (Unchecked & { message: string })[] = [];
  const endAt = performance.now() + beginWithinMs;
  let begun = 0;
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  setMaxListeners(0, stopped);

  const checkNext = async (): Promise<void> => {
    // The first ones always begin, so that each request makes progress.
    while (begun < waiting.length && (begun < atOnce || performance.now() < endAt) && !stopped.aborted) {
      const draft = waiting[begun++]!;
      try {
        await checkDraft(app, { projectId, functionId: draft.functionId }, { timeoutMs, signal: stopped });
      } catch (error) {
        if (!(error instanceof PublicError) || error.code === "UNAVAILABLE") {
          stop.abort();
          throw error;
        }
        // Somebody deleted it meanwhile, so there is nothing to check.
        if (error.code !== "NOT_FOUND") failed.push({ ...draft, message: error.message });
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, checkNext));
  const problem = ended.find((one) => one.status === "rejected");
  if (problem) throw problem.reason;
  if (signal.aborted) throw new PublicError("TIMEOUT");
  const left = waiting.length - begun;
  return {
    checked: begun - failed.length,
    failed,
    left,
    nextCursor: left === 0 ? null : (waiting[begun - 1]?.functionId ?? null),
  };
};
