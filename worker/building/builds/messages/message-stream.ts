import type { Duplex } from "node:stream";

export interface MessageStream {
  /** Sends one message. It copies none of its parts. */
  send: (...parts: readonly Uint8Array[]) => void;
}

/** The limits of one message. A larger one breaks the stream before we buffer it. */
export interface MessageBounds {
  parts: number;
  /** The most bytes of the first part, which the receiver parses. */
  headBytes: number;
  /** The most bytes of all parts together. */
  totalBytes: number;
}

interface StreamEvents {
  /** The parts are pieces of one buffer. */
  onMessage: (head: Buffer, blobs: Buffer[]) => void;
  /** The peer is gone (null), or has sent something that cannot be a message. Called once. */
  onBroken: (reason: Error | null) => void;
}

/** @throws RangeError when it is larger than a message may be */
function lengthsIn(start: Buffer, count: number, { headBytes, totalBytes }: MessageBounds): number[] {
  const lengths = Array.from({ length: count }, (_, index) => start.readUInt32LE(4 + 4 * index));
  const [head = 0] = lengths;
  if (head > headBytes) throw new RangeError(`A message's head of ${head} bytes is too long.`);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total > totalBytes) throw new RangeError(`A message of ${total} bytes is too long.`);
  return lengths;
}

/**
 * The first message in these bytes, its end, and how many bytes the next attempt needs.
 * @throws RangeError when it cannot be a message
 */
function readMessage(bytes: Buffer, bounds: MessageBounds): { parts: Buffer[]; end: number } | { wanted: number } {
  if (bytes.length < 4) return { wanted: 4 };
  const count = bytes.readUInt32LE(0);
  if (count < 1 || count > bounds.parts) throw new RangeError(`A message does not have ${count} parts.`);
  let end = 4 + 4 * count;
  if (bytes.length < end) return { wanted: end };
  const lengths = lengthsIn(bytes, count, bounds);
  const wanted = lengths.reduce((sum, length) => sum + length, end);
  if (bytes.length < wanted) return { wanted };
  return { parts: lengths.map((length) => bytes.subarray(end, (end += length))), end: wanted };
}

/** Messages over a stream: `u32 count | count × u32 length | the parts`, numbers little-endian. */
export function openMessageStream(stream: Duplex, bounds: MessageBounds, events: StreamEvents): MessageStream {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = 4;
  let broken = false;
  const breakWith = (reason: Error | null) => {
    if (broken) return;
    broken = true;
    held = [];
    events.onBroken(reason);
  };
  const take = () => {
    let bytes = Buffer.concat(held, heldBytes);
    for (;;) {
      const read = readMessage(bytes, bounds);
      if ("wanted" in read) {
        wanted = read.wanted;
        held = [bytes];
        heldBytes = bytes.length;
        return;
      }
      const [head, ...blobs] = read.parts as [Buffer, ...Buffer[]];
      bytes = bytes.subarray(read.end);
      events.onMessage(head, blobs);
    }
  };
  stream.on("data", (chunk: Buffer) => {
    if (broken) return;
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < wanted) return;
    try {
      take();
    } catch (error) {
      breakWith(error instanceof Error ? error : new Error(String(error)));
    }
  });
  stream.on("error", () => breakWith(null));
  stream.on("close", () => breakWith(null));
  return {
    send(...parts) {
      if (broken || stream.destroyed) return;
      const start = Buffer.alloc(4 + 4 * parts.length);
      for (const [index, { length }] of [parts, ...parts].entries()) start.writeUInt32LE(length, 4 * index);
      // As a single write, which wakes the reader once.
      stream.cork();
      stream.write(start);
      for (const part of parts) stream.write(part);
      stream.uncork();
    },
  };
}
