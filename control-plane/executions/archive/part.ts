import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { ExportedExecution } from "../queries/exported.ts";
import { sha256Of } from "./bucket.ts";
import type { NewPart } from "./queries.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** What one object has at most; a single larger execution has one of its own. */
export const mostInPart = 5_000;
export const mostPartBytes = 8 * 1_048_576;

export interface WrittenPart {
  body: Buffer;
  part: Omit<NewPart, "projectId" | "day" | "key">;
}

/** The lines of executions, newest first, compressed. @param tailId where the part ends, if not with its last line */
export async function writePart(
  lines: readonly string[],
  executions: readonly Pick<ExportedExecution, "id" | "startedAt">[],
  { tailId, firstAt }: { tailId: string; firstAt: Date },
): Promise<WrittenPart> {
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const body = await compress(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const ids = executions.map(({ id }) => id).sort();
  const lastAt = new Date(executions[0]?.startedAt ?? firstAt);
  const [firstId, lastId] = [ids[0] ?? tailId, ids.at(-1) ?? tailId];
  const size = { executions: executions.length, bytes: body.length, textBytes: text.length };
  return { body, part: { firstId, lastId, firstAt, lastAt, tailId, ...size, sha256: sha256Of(body) } };
}

/** The lines of a part. @throws RangeError when there is more in it than was written */
export async function readLines(body: Buffer, textBytes: number): Promise<string[]> {
  const text = await decompress(body, { maxOutputLength: Math.max(1, textBytes) });
  return text.toString("utf8").split("\n").slice(0, -1);
}
