// Why: docs/decisions/executors-are-not-trusted.md
import { decodeResultHead } from "../executor/protocol/binary-heads.ts";
import { most } from "../executor/protocol/guest-bounds.ts";
import type { HostHead, LogHead, PongState, ResultHead, Weight } from "../executor/protocol/messages.ts";

/**
 * Thrown when an executor sent a frame that an honest one never sends. Code that breaks out of an isolate controls its
 * whole executor, so this file defines the form and size of each kind of frame.
 */
export class ImpossibleFrame extends Error {
  override name = "ImpossibleFrame";
}

const mostHeadBytes = 4_096;
const mostPongBytes = 1_048_576;
/** A character is at most three bytes of UTF-8. */
const bytesOf = (chars: number) => chars * 3;

function need(isPossible: boolean): asserts isPossible {
  if (!isPossible) throw new ImpossibleFrame("An executor has sent an invalid frame.");
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const areNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every(isNumber);

/** The fields of a part that is a JSON object. */
function fieldsOf(part: Buffer | undefined, mostBytes = mostHeadBytes): Record<string, unknown> {
  need(part !== undefined && part.length <= mostBytes);
  let value: unknown;
  try {
    value = JSON.parse(String(part));
  } catch (cause) {
    throw new ImpossibleFrame("An executor has sent invalid JSON.", { cause });
  }
  need(typeof value === "object" && value !== null);
  return value as Record<string, unknown>;
}

function readResult(parts: Buffer[]): ResultHead {
  need(parts.length === 4 && parts[0]!.length === 20);
  const [, text, replyHead, bytes] = parts as [Buffer, Buffer, Buffer, Buffer];
  need(text.length + replyHead.length <= bytesOf(most.textChars) && bytes.length <= most.replyBytes);
  try {
    const head = decodeResultHead(parts[0]!);
    need(Number.isFinite(head.cpuMs) && Number.isFinite(head.paceMs));
    return head;
  } catch (cause) {
    throw new ImpossibleFrame("An executor has sent an invalid result.", { cause });
  }
}

function readHostCall(parts: Buffer[]): HostHead & { json: string; bytes: Buffer } {
  const { op, name } = fieldsOf(parts[0]);
  const [, json, bytes] = parts;
  need(isNumber(op) && typeof name === "string" && name.length <= most.nameChars);
  need(json !== undefined && json.length <= bytesOf(most.textChars));
  need(bytes !== undefined && bytes.length <= most.requestBytes);
  return { op, name, json: String(json), bytes };
}

function readLog(parts: Buffer[]): { head: LogHead; message: Buffer; data: Buffer } {
  const { at, level } = fieldsOf(parts[0]);
  const [, message, data] = parts;
  // Beyond this, a date is invalid.
  need(typeof at === "number" && Math.abs(at) <= 8.64e15 && typeof level === "string");
  need(message !== undefined && data !== undefined && message.length + data.length <= bytesOf(most.logChars));
  return { head: { at, level }, message, data };
}

/** The number of the host call that was given up. */
function readDrop(parts: Buffer[]): number {
  const text = String(parts[0]?.subarray(0, 20));
  need(/^[0-9]{1,16}$/.test(text));
  return Number(text);
}

/** A Function's report of progress. We only know that it is an object. */
const readProgress = (parts: Buffer[]): Record<string, unknown> => fieldsOf(parts[0], bytesOf(most.progressChars));

function readWeight(value: unknown): Weight {
  need(typeof value === "object" && value !== null);
  const { bytes, possible, heavy } = value as Record<string, unknown>;
  const isPair = (pair: unknown): pair is [number, number] =>
    Array.isArray(pair) && pair.length === 2 && isNumber(pair[0]) && Number.isFinite(pair[1]);
  need(Number.isFinite(bytes) && Array.isArray(possible) && possible.every(isPair) && areNumbers(heavy));
  return { bytes: bytes as number, possible, heavy };
}

function readPong(parts: Buffer[]): PongState {
  const { busy, open, stuck, ended, weight } = fieldsOf(parts[0], mostPongBytes);
  need(areNumbers(busy) && isNumber(open) && areNumbers(stuck) && areNumbers(ended));
  return { busy, open, stuck, ended, ...(weight === undefined ? {} : { weight: readWeight(weight) }) };
}

/** Readers for the parts of each kind of frame. @throws ImpossibleFrame */
export const read = {
  result: readResult,
  hostCall: readHostCall,
  log: readLog,
  drop: readDrop,
  progress: readProgress,
  pong: readPong,
};

/** The most bytes of one call's concurrent host calls. */
export const mostAskedBytes = bytesOf(most.askedBytes);
/** The most frames that one attempt of a call can cause. An honest executor counts them too. */
export const mostCallFrames = 2 * most.hostCalls + most.writes + most.logs + most.progress + 16;
