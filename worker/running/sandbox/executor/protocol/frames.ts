/**
 * The channel between worker and executor: length-prefixed frames on one inherited stream.
 * A frame is `u32 length | u8 kind | u32 id | parts`, a part `u32 length | bytes`; all integers little-endian.
 */
export const frameKinds = {
  // worker → executor
  setup: 1,
  create: 2,
  call: 3,
  reply: 4,
  stop: 5,
  discard: 6,
  ping: 7,
  // executor → worker
  ready: 64,
  result: 65,
  log: 66,
  host: 67,
  drop: 68,
  progress: 69,
  pong: 70,
  loaded: 71,
} as const;
export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds];

export type Part = string | Uint8Array;

const headBytes = 9;
/** A longer frame means a broken peer: the largest honest frame carries a bundle or a 10 MiB response. */
export const maxFrameBytes = 64 * 1024 * 1024;

/** The most bytes that a part can take. A character of a string takes at most three in UTF-8. */
function mostBytes(part: Part): number {
  if (typeof part !== "string") return 4 + part.byteLength;
  return 4 + (part.length > 1_024 ? Buffer.byteLength(part) : part.length * 3);
}

/** Writes one frame into a block that has room for it, and returns the frame's end. Strings are UTF-8. */
function putFrame(block: Buffer, start: number, kind: FrameKind, id: number, parts: readonly Part[]): number {
  block[start + 4] = kind;
  block.writeUInt32LE(id, start + 5);
  let at = start + headBytes;
  for (const part of parts) {
    const bytes = typeof part === "string" ? block.write(part, at + 4) : part.byteLength;
    if (typeof part !== "string") block.set(part, at + 4);
    block.writeUInt32LE(bytes, at);
    at += 4 + bytes;
  }
  block.writeUInt32LE(at - start - 4, start);
  return at;
}

const blockBytes = 64 * 1024;

/**
 * Collects frames, so that one write to a stream carries many. `write` gets each full block, and `flush` passes on the
 * rest.
 */
export function createFrameWriter(write: (block: Buffer) => void) {
  let block = Buffer.allocUnsafeSlow(blockBytes);
  let from = 0;
  let to = 0;
  const flush = () => {
    if (to === from) return;
    write(block.subarray(from, to));
    from = to;
  };
  return {
    flush,
    add(kind: FrameKind, id: number, parts: readonly Part[]): void {
      let most = headBytes;
      for (const part of parts) most += mostBytes(part);
      if (to + most <= blockBytes) {
        to = putFrame(block, to, kind, id, parts);
        return;
      }
      flush();
      if (most > blockBytes) {
        const own = Buffer.allocUnsafeSlow(most);
        return write(own.subarray(0, putFrame(own, 0, kind, id, parts)));
      }
      // The old block may still be waiting to be written.
      block = Buffer.allocUnsafeSlow(blockBytes);
      from = 0;
      to = putFrame(block, 0, kind, id, parts);
    },
  };
}

const none = Buffer.alloc(0);
/** Limit of one frame. A result has four parts. */
const mostParts = 8;

function partsOf(frame: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let at = headBytes;
  while (at < frame.length) {
    if (at + 4 > frame.length || parts.length === mostParts) throw new RangeError("A frame ends within a part.");
    const end = at + 4 + frame.readUInt32LE(at);
    if (end > frame.length) throw new RangeError("A part reaches beyond its frame.");
    parts.push(frame.subarray(at + 4, end));
    at = end;
  }
  return parts;
}

export type OnFrame = (kind: number, id: number, parts: Buffer[]) => void;

/**
 * Returns a function that takes chunks of the stream and calls `onFrame` for each complete frame.
 * @throws RangeError for an impossible frame; the channel is then unusable
 */
export function createFrameReader(onFrame: OnFrame): (chunk: Buffer) => void {
  let held: Buffer = none;
  /** An incomplete frame, and how many of its bytes have arrived. It is stored once, however small the pieces are. */
  let frame: Buffer | undefined;
  let filled = 0;

  const take = (whole: Buffer) => onFrame(whole[4]!, whole.readUInt32LE(5), partsOf(whole));

  /** Adds to the incomplete frame. Returns the rest of the chunk. */
  function fill(begun: Buffer, chunk: Buffer): Buffer {
    const taken = chunk.copy(begun, filled);
    filled += taken;
    if (filled < begun.length) return none;
    frame = undefined;
    take(begun);
    return chunk.subarray(taken);
  }

  return (chunk) => {
    let buffer = frame === undefined ? chunk : fill(frame, chunk);
    if (held.length > 0) {
      buffer = Buffer.concat([held, buffer]);
      held = none;
    }
    while (buffer.length >= 4) {
      const bytes = 4 + buffer.readUInt32LE(0);
      if (bytes < headBytes || bytes > maxFrameBytes)
        throw new RangeError(`A frame of ${bytes} bytes is not possible.`);
      if (buffer.length < bytes) {
        frame = Buffer.allocUnsafeSlow(bytes);
        filled = buffer.copy(frame);
        return;
      }
      take(buffer.subarray(0, bytes));
      buffer = buffer.subarray(bytes);
    }
    if (buffer.length > 0) held = Buffer.from(buffer);
  };
}
