/** A backup's stream consists of frames: one byte for the kind, four for the length, then that many bytes. */
export interface Frame {
  kind: FrameKind;
  payload: Buffer;
}

/**
 * H: header, T: start of a table, D: its rows as COPY text, E: end of the table, S: sequences, Z: end with checksum.
 */
export type FrameKind = "H" | "T" | "D" | "E" | "S" | "Z";

/** Why a file cannot be used as a backup, as a sentence for the person who runs the command. */
export class BackupError extends Error {
  override name = "BackupError";
}

const kinds = new Set("HTDESZ");
const headBytes = 5;
/** No frame is longer, so memory stays bounded, whatever length a file claims. */
const mostBytes = 16 * 1_048_576;
const dataBytes = 1_048_576;

export function encodeFrame(kind: FrameKind, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headBytes + payload.length);
  frame.write(kind, 0, "latin1");
  frame.writeUInt32BE(payload.length, 1);
  frame.set(payload, headBytes);
  return frame;
}

export const encodeJson = (kind: FrameKind, value: unknown): Buffer =>
  encodeFrame(kind, Buffer.from(JSON.stringify(value)));

/** Splits rows into frames of at most 1 MiB. */
export function* encodeData(chunk: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += dataBytes) yield encodeFrame("D", chunk.subarray(at, at + dataBytes));
}

/** Splits a stream of arbitrary chunks into frames. @throws BackupError when it has no frames, or ends within one */
export async function* readFrames(source: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    let at = 0;
    while (held.length - at >= headBytes) {
      const kind = String.fromCharCode(held[at]!);
      const length = held.readUInt32BE(at + 1);
      if (!kinds.has(kind) || length > mostBytes) throw new BackupError("The file is not a Ferrule backup.");
      if (held.length - at - headBytes < length) break;
      yield { kind: kind as FrameKind, payload: held.subarray(at + headBytes, at + headBytes + length) };
      at += headBytes + length;
    }
    held = held.subarray(at);
  }
  if (held.length > 0) throw new BackupError("The backup ends too early.");
}
