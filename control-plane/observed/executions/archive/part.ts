import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { ExportedExecution } from "../queries/exported.ts";
import { sha256Of } from "./bucket.ts";
import type { NewPart } from "./queries/parts.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The most executions in one object. A single large execution gets an object of its own. */
export const mostInPart = 5_000;
export const mostPartBytes = 8 * 1_048_576;

/** One or more executions, newest first, with their lines. */
export interface Gathered {
  executions: readonly Pick<ExportedExecution, "id" | "startedAt">[];
  lines: readonly string[];
}

export interface WrittenPart {
  body: Buffer;
  part: Omit<NewPart, "projectId" | "day" | "key">;
}

/** Compresses the lines, and describes them. */
export async function writePart({ executions, lines }: Gathered): Promise<WrittenPart> {
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const body = await compress(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const ids = executions.map(({ id }) => id).sort();
  const [firstId, lastId] = [ids[0] ?? "", ids.at(-1) ?? ""];
  const [lastAt, firstAt] = [new Date(executions[0]?.startedAt ?? 0), new Date(executions.at(-1)?.startedAt ?? 0)];
  const size = { executions: executions.length, bytes: body.length, textBytes: text.length };
  return { body, part: { firstId, lastId, firstAt, lastAt, ...size, sha256: sha256Of(body) } };
}

/** The lines of a part. @throws RangeError when it holds more than was written */
export async function readLines(body: Buffer, textBytes: number): Promise<string[]> {
  const text = await decompress(body, { maxOutputLength: Math.max(1, textBytes) });
  return text.toString("utf8").split("\n").slice(0, -1);
}
