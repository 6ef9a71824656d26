import type { Socket } from "node:net";

/** The head of each frame: the number of bytes that follow, and the frame's number; both `u32`, little-endian. */
export const frameHeadBytes = 8;

interface FrameReading {
  /** The most bytes that may follow a head. A longer frame ends the connection before it is read. */
  mostBytes: number;
  /** The frame's bytes are `buffer` from `start` to `end`. If this throws, the connection ends. */
  onFrame: (number: number, buffer: Buffer, start: number, end: number) => void;
}

/**
 * Splits a connection's bytes into numbered frames, each complete and in order. A frame that arrives whole is not
 * copied.
 */
export function readFrames(socket: Socket, { mostBytes, onFrame }: FrameReading): void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = frameHeadBytes;

  /** Passes on every complete frame, and returns where the remainder begins. */
  function cut(chunk: Buffer): number {
    let at = 0;
    wanted = frameHeadBytes;
    while (chunk.length - at >= frameHeadBytes) {
      const bytes = chunk.readUInt32LE(at);
      if (bytes > mostBytes) throw new RangeError(`A frame of ${bytes} bytes is too long.`);
      wanted = frameHeadBytes + bytes;
      if (chunk.length - at < wanted) break;
      const head = at;
      at += wanted;
      wanted = frameHeadBytes;
      onFrame(chunk.readUInt32LE(head + 4), chunk, head + frameHeadBytes, at);
      if (socket.destroyed) break;
    }
    return at;
  }

  socket.on("data", (piece: Buffer) => {
    let chunk = piece;
    if (heldBytes > 0) {
      held.push(piece);
      heldBytes += piece.length;
      if (heldBytes < wanted) return;
      chunk = Buffer.concat(held, heldBytes);
    }
    try {
      const at = cut(chunk);
      heldBytes = chunk.length - at;
      held = heldBytes === 0 ? [] : [at === 0 ? chunk : chunk.subarray(at)];
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
}
