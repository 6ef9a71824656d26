import type { Duplex } from "node:stream";

export interface MessageStream {
  /** Sends one message, whose parts follow each other. None is copied. */
  send: (...parts: readonly Uint8Array[]) => void;
}

interface StreamEvents {
  onMessage: (message: Buffer) => void;
  /** The peer is gone (null), or sent something that cannot be a message. Called once. */
  onBroken: (reason: Error | null) => void;
}

/**
 * Messages over a stream: `u32 length (little-endian) | bytes`. One of more than `maxBytes` breaks the stream before it
 * is buffered.
 */
export function openMessageStream(stream: Duplex, maxBytes: number, events: StreamEvents): MessageStream {
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
  stream.on("data", (chunk: Buffer) => {
    if (broken) return;
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < wanted) return;
    let buffer = Buffer.concat(held, heldBytes);
    wanted = 4;
    while (buffer.length >= 4) {
      const length = buffer.readUInt32LE(0);
      if (length > maxBytes) return breakWith(new RangeError(`A message of ${length} bytes is too long.`));
      if (buffer.length < 4 + length) {
        wanted = 4 + length;
        break;
      }
      const message = buffer.subarray(4, 4 + length);
      buffer = buffer.subarray(4 + length);
      try {
        events.onMessage(message);
      } catch (error) {
        return breakWith(error instanceof Error ? error : new Error(String(error)));
      }
    }
    held = buffer.length > 0 ? [buffer] : [];
    heldBytes = buffer.length;
  });
  stream.on("error", () => breakWith(null));
  stream.on("close", () => breakWith(null));
  return {
    send(...parts) {
      if (broken || stream.destroyed) return;
      const head = Buffer.alloc(4);
      head.writeUInt32LE(parts.reduce((sum, { length }) => sum + length, 0));
      // As one write, which wakes the reader once.
      stream.cork();
      stream.write(head);
      for (const part of parts) stream.write(part);
      stream.uncork();
    },
  };
}
