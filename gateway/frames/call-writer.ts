import { callFrames, firstBodyBytes, pieceBytes } from "@ferrule/contract/internal/call-frames.ts";
import type { FrameWriter } from "@ferrule/kit/frames/frame-writer.ts";
import { bytesOfTexts, writeTexts } from "@ferrule/kit/frames/texts.ts";

/** Pieces of this size and more are not copied. */
const copiedBytes = 8 * 1024;

/** Writes the frames of calls. */
export class CallWriter {
  /** Forgets the call of this number, which has ended. */
  readonly over: (number: number) => void;
  readonly #frames: FrameWriter;

  constructor(frames: FrameWriter, over: (number: number) => void) {
    this.#frames = frames;
    this.over = over;
  }

  /**
   * Opens a call. `texts`: method, path, names and values. Returns how many bytes of the body it sent at the same time.
   * @throws RangeError when the head is too large for a frame
   */
  open(number: number, texts: readonly string[], body: Buffer | null): number {
    const sent = Math.min(body?.length ?? 0, firstBodyBytes);
    const isApart = sent >= copiedBytes;
    const frames = this.#frames;
    let at = frames.begin(number, 5 + bytesOfTexts(texts) + (isApart ? 0 : sent), isApart ? sent : 0);
    const { buffer } = frames;
    buffer[at] = callFrames.open;
    buffer.writeUInt32LE(body?.length ?? 0, at + 1);
    at = writeTexts(buffer, at + 5, texts);
    if (isApart) frames.append(body!.subarray(0, sent));
    else body?.copy(buffer, at);
    return sent;
  }

  body(number: number, bytes: Buffer): void {
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      const piece = bytes.subarray(from, from + pieceBytes);
      const at = this.#frames.begin(number, 1, piece.length);
      this.#frames.buffer[at] = callFrames.body;
      this.#frames.append(piece);
    }
  }

  more(number: number, bytes: number): void {
    const at = this.#frames.begin(number, 5);
    this.#frames.buffer[at] = callFrames.more;
    this.#frames.buffer.writeUInt32LE(bytes, at + 1);
  }

  cancel(number: number): void {
    const at = this.#frames.begin(number, 1);
    this.#frames.buffer[at] = callFrames.cancel;
  }

  ping(): void {
    const at = this.#frames.begin(0, 1);
    this.#frames.buffer[at] = callFrames.ping;
  }
}
