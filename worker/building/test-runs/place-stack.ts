import { functionFilename, preludeFilename } from "../../running/sandbox/executor/isolates/filenames.ts";
import type { StackMapper } from "../../running/sandbox/call/outcome/stack-mapper.ts";

/** A stack in the sources, and the place of its first frame in the test file. */
export interface PlacedStack {
  stack: string | null;
  line: number | null;
  column: number | null;
}

const ownFrames = /(?:ferrule-test\.js|test-program\.ts|counters\.js):\d/;
const mostFrames = 15;

export interface StackMeans {
  stacks: Pick<StackMapper, "map">;
  projectId: string;
  slug: string;
  bundle: { digest: string; sourceMap: Uint8Array };
}

/** A stack of the program of tests, with the names and lines that its author knows, and without the framework's frames. */
export async function placeStack(
  stack: string | null | undefined,
  { stacks, projectId, slug, bundle }: StackMeans,
): Promise<PlacedStack> {
  if (stack === null || stack === undefined || stack === "") return { stack: null, line: null, column: null };
  // The sandbox has placed the stack of a module that failed while it was loaded.
  const mapped = stack.includes(functionFilename) ? await stacks.map(stack, bundle, projectId) : stack;
  let frames = 0;
  const lines = mapped.split("\n").filter((line) => {
    if (!/^\s+at /.test(line)) return true;
    return !ownFrames.test(line) && !line.includes(preludeFilename) && ++frames <= mostFrames;
  });
  const named = lines
    .join("\n")
    .replaceAll(/\bfunction\.test\.ts:(?=\d)/g, `${slug}.test.ts:`)
    .replaceAll(/\bfunction\.ts:(?=\d)/g, `${slug}.ts:`);
  const frame = lines.map((line) => /\bfunction\.test\.ts:(\d+):(\d+)/.exec(line)).find((found) => found !== null);
  const [line, column] = frame === undefined || frame === null ? [null, null] : [Number(frame[1]), Number(frame[2])];
  return { stack: named, line, column };
}
