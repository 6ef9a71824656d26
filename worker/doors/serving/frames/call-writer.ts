import { callFrames } from "@ferrule/contract/internal/call-frames.ts";
import type { FrameWriter } from "@ferrule/kit/frames/frame-writer.ts";
import { bytesOfTexts, writeTexts } from "@ferrule/kit/frames/texts.ts";

/** A piece of at least this size is not copied. */
const copiedBytes = 8 * 1024;

export interface AnswerHead {
  status: number;
  /** Headers, as names and values in turn. */
  headers: readonly string[];
  piece: string | Uint8Array;
  /** The bytes of `piece`; if it is text, in UTF-8. */
  bytes: number;
  whole: boolean;
}

/** Writes the frames of responses. */
export class CallWriter {
  /** Called when the call of this number will send nothing more. */
  readonly over: (number: number) => void;
  /** Called when a call begins not to count. */
  readonly aside: () => void;
  readonly #frames: FrameWriter;

  constructor(frames: FrameWriter, { over, aside }: Pick<CallWriter, "over" | "aside">) {
    this.#frames = frames;
    this.over = over;
    this.aside = aside;
  }

  answer(number: number, { status, headers, piece, bytes, whole }: AnswerHead): void {
    const isApart = typeof piece !== "string" && bytes >= copiedBytes;
    const head = 4 + bytesOfTexts(headers);
    const frames = this.#frames;
    let at = frames.begin(number, head + (isApart ? 0 : bytes), isApart ? bytes : 0);
    const { buffer } = frames;
    buffer[at] = callFrames.answer;
    buffer[at + 1] = whole ? 1 : 0;
    buffer.writeUInt16LE(status, at + 2);
    at = writeTexts(buffer, at + 4, headers);
    if (typeof piece === "string") buffer.write(piece, at);
    else if (isApart) frames.append(Buffer.from(piece.buffer, piece.byteOffset, bytes));
    else buffer.set(piece, at);
  }

  /** `kind`: `data` or `last`. */
  data(number: number, kind: number, piece: Buffer): void {
    const isApart = piece.length >= copiedBytes;
    const frames = this.#frames;
    const at = frames.begin(number, isApart ? 1 : 1 + piece.length, isApart ? piece.length : 0);
    frames.buffer[at] = kind;
    if (isApart) frames.append(piece);
    else frames.buffer.set(piece, at + 1);
  }

  more(number: number, bytes: number): void {
    const at = this.#frames.begin(number, 5);
    this.#frames.buffer[at] = callFrames.more;
    this.#frames.buffer.writeUInt32LE(bytes, at + 1);
  }

  broken(number: number, why: number): void {
    const at = this.#frames.begin(number, 2);
    this.#frames.buffer[at] = callFrames.broken;
    this.#frames.buffer[at + 1] = why;
  }

  leave(): void {
    const at = this.#frames.begin(0, 1);
    this.#frames.buffer[at] = callFrames.leave;
  }

  pong(state: object): void {
    const text = JSON.stringify(state);
    const at = this.#frames.begin(0, 1 + Buffer.byteLength(text));
    this.#frames.buffer[at] = callFrames.pong;
    this.#frames.buffer.write(text, at + 1);
  }
}
