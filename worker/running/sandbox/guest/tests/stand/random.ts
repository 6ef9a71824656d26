import { globals } from "../globals.ts";

let next: (() => number) | undefined;

/** The numbers of a list over and over, or a single one. With undefined, the engine's own. */
export function useRandom(given: number | readonly number[] | undefined): void {
  if (given === undefined) {
    next = undefined;
    return;
  }
  const numbers = typeof given === "number" ? [given] : given;
  let at = 0;
  next = () => numbers[at++ % Math.max(1, numbers.length)] ?? 0;
}

/** Mulberry32: bytes for `crypto`, from a seed. The same test gets the same bytes. */
function bytesFrom(seed: number): () => number {
  let state = Math.floor(seed * 0xffffffff) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) & 0xff;
  };
}

const hex = (byte: number) => byte.toString(16).padStart(2, "0");

function uuid(): string {
  const byte = bytesFrom(next?.() ?? 0);
  const bytes = Array.from({ length: 16 }, byte);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = bytes.map(hex).join("");
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}

/** Puts the globals that make random values behind the stand-in, before any code of the Function runs. */
export function installRandom(): void {
  const { crypto } = globals;
  const { random } = Math;
  const getRandomValues = crypto.getRandomValues.bind(crypto) as (view: unknown) => unknown;
  const randomUUID = crypto.randomUUID.bind(crypto);
  const put = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  put(Math, "random", () => next?.() ?? random());
  put(crypto, "randomUUID", () => (next === undefined ? randomUUID() : uuid()));
  put(crypto, "getRandomValues", (view: unknown) => {
    if (next === undefined || !ArrayBuffer.isView(view)) return getRandomValues(view);
    const byte = bytesFrom(next());
    new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength).forEach((_, at, all) => {
      all[at] = byte();
    });
    return view;
  });
}
