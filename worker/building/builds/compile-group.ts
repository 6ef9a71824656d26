import { memberAnswer } from "./messages/build-answers.ts";
import type { CompileAnswer, CompileRequest, MemberRequest, TogetherRequest } from "./messages/build-messages.ts";
import { type BuildMeans, compileOne } from "./build-one.ts";
import { ProcessEnded, type Reply, RequestFailed } from "./processes/guarded-process.ts";

/**
 * The most time, in ms, for one Function of a group. A Function that takes longer is compiled again alone, with the
 * whole time limit.
 */
const memberMs = 3_000;

/**
 * Prepares to compile Functions without Libraries one after another with one checker. Returns a function that compiles
 * each, by index. Each has its own time limit. If the process ends, this Function and all after it are compiled alone.
 * So the most that a Function can cost its neighbours is the time that the group saves.
 */
export function compileGroup(
  requests: readonly CompileRequest[],
  means: BuildMeans,
): (index: number) => Promise<CompileAnswer> {
  const alone = (index: number) => compileOne(requests[index] as CompileRequest, means);
  if (requests.length < 2) return alone;
  const process = means.compiler();
  let isTogether = true;

  async function asked<T>(body: TogetherRequest | MemberRequest, read: (answer: Reply) => T): Promise<T | null> {
    if (!isTogether) return null;
    try {
      return read(await process.request(body, Math.min(memberMs, means.timeoutMs), means.signal));
    } catch (error) {
      means.signal?.throwIfAborted();
      if (!(error instanceof ProcessEnded) && !(error instanceof RequestFailed)) throw error;
      isTogether = false;
      return null;
    }
  }

  const opened = asked({ together: [...requests] }, () => null);
  return async (index) => {
    await opened;
    const answer = await asked({ member: index }, ({ body }) => memberAnswer.safeParse(body).data ?? null);
    return answer ?? (await alone(index));
  };
}
