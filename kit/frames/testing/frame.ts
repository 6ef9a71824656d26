import type { Socket } from "node:net";
import { readFrames } from "../read-frames.ts";
import { bytesOfTexts, writeTexts } from "../texts.ts";

/** A frame as sent on the wire; its first byte is its kind. */
export function frame(number: number, kind: number, ...payload: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt32LE(
    payload.reduce((sum, { byteLength }) => sum + byteLength, 1),
    0,
  );
  head.writeUInt32LE(number, 4);
  head[8] = kind;
  return Buffer.concat([head, ...payload]);
}

export function textsOf(texts: readonly string[]): Buffer {
  const bytes = Buffer.alloc(bytesOfTexts(texts));
  writeTexts(bytes, 0, texts);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export interface HeardFrame {
  number: number;
  kind: number;
  payload: Buffer;
}

/** Collects what arrives on a connection in a growing list. */
export function collectFrames(socket: Socket): HeardFrame[] {
  const heard: HeardFrame[] = [];
  readFrames(socket, {
    mostBytes: 1024 * 1024,
    onFrame: (number, buffer, start, end) =>
      heard.push({ number, kind: buffer[start] ?? 0, payload: Buffer.from(buffer.subarray(start + 1, end)) }),
  });
  return heard;
}

/** Repeatable pseudo-random numbers from 0 to 1, so that a failure can be reproduced. */
export function sameNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    // Park and Miller's generator.
    state = (state * 48_271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Corrupted frames: cut, duplicated, or changed somewhere. */
export function mangle(frames: readonly Buffer[], next: () => number): Buffer {
  const whole = Buffer.concat(frames.flatMap((one) => (next() < 0.15 ? [one, one] : next() < 0.15 ? [] : [one])));
  const changes = Math.floor(next() * 6);
  for (let n = 0; n < changes && whole.length > 0; n += 1) {
    whole[Math.floor(next() * whole.length)] = next() < 0.5 ? 0xff : Math.floor(next() * 256);
  }
  return next() < 0.3 ? whole.subarray(0, Math.floor(next() * whole.length)) : whole;
}
