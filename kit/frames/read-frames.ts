import type { Socket } from "node:net";

/** What stands before each frame: how many bytes follow, and its number; both `u32`, little-endian. */
export const frameHeadBytes = 8;

interface FrameReading {
  /** Of what follows a head. A longer frame ends the connection before it has come. */
  mostBytes: number;
  /** The frame's bytes are those of `buffer` from `start` to `end`. What this throws ends the connection. */
  onFrame: (number: number, buffer: Buffer, start: number, end: number) => void;
}

/** Cuts what comes over a connection into numbered frames, each whole and in order. A frame that came whole is not copied. */
export function readFrames(socket: Socket, { mostBytes, onFrame }: FrameReading): void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = frameHeadBytes;

  /** Hands on every frame that is whole, and answers where the rest begins. */
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
