import { PublicError } from "@ferrule/contract/errors.ts";

/** One line of a body. */
export interface Line {
  /** Counted from 1. */
  number: number;
  /** Null: it is not UTF-8. */
  text: string | null;
}

const lineFeed = 0x0a;

const tooLong = (number: number, lineBytes: number) =>
  new PublicError("PAYLOAD_TOO_LARGE", `Line ${number} has more than ${lineBytes} bytes.`);

/**
 * Passes chunks on until a line is too long. Then it tells the sender at once, not after the whole body.
 * @throws PublicError PAYLOAD_TOO_LARGE
 */
export async function* boundLines(chunks: AsyncIterable<Buffer>, lineBytes: number): AsyncGenerator<Buffer> {
  let [number, length] = [1, 0];
  for await (const chunk of chunks) {
    let begin = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, begin)) {
      if (length + end - begin > lineBytes) throw tooLong(number, lineBytes);
      [number, length, begin] = [number + 1, 0, end + 1];
    }
    length += chunk.length - begin;
    if (length > lineBytes) throw tooLong(number, lineBytes);
    yield chunk;
  }
}

/**
 * The lines of UTF-8 text as they arrive; it skips blank lines.
 * @throws PublicError PAYLOAD_TOO_LARGE
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, lineBytes: number): AsyncGenerator<Line> {
  // We join the pieces of an unfinished line only once, because a sender may send each byte by itself.
  let rest: Buffer[] = [];
  let restBytes = 0;
  let number = 0;
  const decode = (bytes: Buffer): Line => {
    number += 1;
    if (bytes.length > lineBytes) throw tooLong(number, lineBytes);
    try {
      return { number, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
    } catch {
      return { number, text: null };
    }
  };
  for await (const chunk of chunks) {
    let begin = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, begin)) {
      const piece = chunk.subarray(begin, end);
      const line = decode(rest.length === 0 ? piece : Buffer.concat([...rest, piece]));
      [rest, restBytes, begin] = [[], 0, end + 1];
      if (line.text?.trim() !== "") yield line;
    }
    if (begin === chunk.length) continue;
    rest.push(chunk.subarray(begin));
    restBytes += chunk.length - begin;
    if (restBytes > lineBytes) throw tooLong(number + 1, lineBytes);
  }
  const last = rest.length === 0 ? null : decode(Buffer.concat(rest));
  if (last !== null && last.text?.trim() !== "") yield last;
}
