import { randomUUID } from "node:crypto";
import { mkdir, open, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Spool } from "../../ground/ports/spool.ts";

/** We unlink the file before it holds anything. However this process ends, it leaves nothing behind. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `body-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

/** A spool of at most `mostBytes`, in unlinked files of `folder`. */
export function createSpool(folder: string, mostBytes: number): Spool {
  let held = 0;

  async function* read(file: FileHandle, length: number): AsyncGenerator<Buffer> {
    if (length === 0) return;
    const stream = file.createReadStream({ start: 0, end: length - 1, autoClose: false });
    for await (const chunk of stream) yield chunk as Buffer;
  }

  return {
    heldBytes: () => held,
    receive: async (chunks, mostOfThis) => {
      await using received = new AsyncDisposableStack();
      const file = await openNameless(folder);
      received.defer(() => file.close());
      let length = 0;
      received.defer(() => {
        held -= length;
      });
      for await (const chunk of chunks) {
        if (length + chunk.length > mostOfThis) {
          throw new PublicError("PAYLOAD_TOO_LARGE", `The body may have at most ${mostOfThis} bytes. Split it.`);
        }
        if (held + chunk.length > mostBytes) {
          throw new PublicError("UNAVAILABLE", "Too much is being sent at once. Try again shortly.", {
            retryAfterSeconds: 5,
          });
        }
        held += chunk.length;
        length += chunk.length;
        await file.appendFile(chunk);
      }
      const whole = received.move();
      return { read: () => read(file, length), [Symbol.asyncDispose]: () => whole.disposeAsync() };
    },
  };
}
