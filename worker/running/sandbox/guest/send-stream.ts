// Why: docs/decisions/streamed-answers.md
import { cleanedUp } from "./cleaned-up.ts";
import { limits } from "./limits.ts";
import { ErrorCtor, TypeErrorCtor, isBytes, promiseThen, viewByteLength } from "./primordials.ts";
import { request } from "./requests.ts";
import { joined } from "./web/bytes.ts";
import type { ByteStream } from "./web/streams/streams.ts";

/** Bytes that were read from a stream but not sent yet. Only one write runs at a time. */
interface Outbox {
  parts: Uint8Array[];
  bytes: number;
  /** The current write. It settles without rejecting. */
  sending: Promise<void> | undefined;
  /** Why no more is sent. */
  failure: { reason: unknown } | undefined;
}

function sendWhatIsThere(outbox: Outbox): void {
  const bytes = joined(outbox.parts);
  outbox.parts = [];
  outbox.bytes = 0;
  outbox.sending = promiseThen(
    request("http.write", "null", bytes).answer,
    () => {
      outbox.sending = undefined;
      if (outbox.bytes > 0) sendWhatIsThere(outbox);
    },
    (reason) => {
      outbox.sending = undefined;
      outbox.failure = { reason };
    },
  );
}

/** Takes a chunk. Chunks that arrive during a write leave with the next one, so that small chunks cost little. */
async function take(outbox: Outbox, chunk: unknown): Promise<void> {
  if (!isBytes(chunk)) throw new TypeErrorCtor("A body stream must yield bytes.");
  const length = viewByteLength(chunk);
  for (let at = 0; at < length; at += limits.chunkBytes) {
    const part = chunk.slice(at, at + limits.chunkBytes);
    outbox.parts[outbox.parts.length] = part;
    outbox.bytes += viewByteLength(part);
    if (outbox.sending === undefined) sendWhatIsThere(outbox);
    while (outbox.sending !== undefined && outbox.bytes >= limits.aheadBytes) await outbox.sending;
  }
}

/** Ends the current stream; undefined when there is none. */
let stopSending: ((reason: unknown) => void) | undefined;

/** Cancels the stream that the current call sends, as its reader would, so that a generator's `finally` runs. */
export const stopStream = (reason: unknown): void => stopSending?.(reason);

/** Whether the current call sends a stream. */
export const isStreaming = (): boolean => stopSending !== undefined;

async function sendAll(reader: ReturnType<ByteStream["getReader"]>, outbox: Outbox): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    await take(outbox, value);
    if (outbox.failure !== undefined) throw outbox.failure.reason;
  }
  while (outbox.sending !== undefined) await outbox.sending;
  if (outbox.failure !== undefined) throw outbox.failure.reason;
}

/**
 * Responds to the current call with a stream: its head at once, and each chunk when the client has room for it. `head`
 * is JSON with status and headers. When the stream ends early, rejects after the stream's source has cleaned up, with
 * the reason; or with the platform's error if the platform accepts no more.
 */
export async function sendStream(head: string, stream: ByteStream): Promise<void> {
  const { wanted } = (await request("http.open", head).answer).value as { wanted: boolean };
  if (!wanted) return stream.cancel();
  const reader = stream.getReader();
  const outbox: Outbox = { parts: [], bytes: 0, sending: undefined, failure: undefined };
  let stopped: { reason: unknown; cleaning: Promise<void> } | undefined;
  // When a stream is cancelled, a waiting read ends at once.
  stopSending = (reason) => (stopped ??= { reason, cleaning: reader.cancel(reason) });
  try {
    await sendAll(reader, outbox);
    if (stopped !== undefined) throw stopped.reason;
  } catch (error) {
    // Tells the stream's source. A failure of its clean-up would help nobody.
    await cleanedUp(() => stopped?.cleaning ?? reader.cancel(error));
    throw stopped?.reason ?? error ?? new ErrorCtor("The stream failed.");
  }
}

/** Forgets the stream of the call before. */
export function resetStream(): void {
  stopSending = undefined;
}
