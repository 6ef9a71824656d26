/*
 * A list of latin1 texts, such as the fields of an HTTP message: their count, the length of each, and then all of them
 * joined. There is no separator, so nobody can smuggle one in. Numbers are `u16`, little-endian.
 */
const numberBytes = 2;
const mostTexts = 5_000;
const longest = 0xffff;
const mostBytes = 96 * 1024;

/** How many bytes `writeTexts` writes. @throws RangeError when there are too many texts, or one is too long */
export function bytesOfTexts(texts: readonly string[]): number {
  let bytes = numberBytes * (1 + texts.length);
  for (const { length } of texts) {
    if (length > longest) throw new RangeError(`A text of ${length} characters is too long.`);
    bytes += length;
  }
  if (texts.length > mostTexts || bytes > mostBytes) throw new RangeError(`${texts.length} texts are too many.`);
  return bytes;
}

/** Writes a list at an offset, where the caller has made room for it, and returns its end. */
export function writeTexts(buffer: Buffer, start: number, texts: readonly string[]): number {
  let at = buffer.writeUInt16LE(texts.length, start);
  let all = "";
  for (const text of texts) {
    const { length } = text;
    buffer[at] = length & 0xff;
    buffer[at + 1] = length >> 8;
    at += numberBytes;
    all += text;
  }
  return at + buffer.write(all, at, "latin1");
}

/** Reads a list that must end before `end`. `next` is where it ended. @throws RangeError when it runs past `end` */
export function readTexts(buffer: Buffer, start: number, end: number): { texts: string[]; next: number } {
  const count = end - start < numberBytes ? mostTexts + 1 : buffer.readUInt16LE(start);
  let length = start + numberBytes;
  const first = length + count * numberBytes;
  if (count > mostTexts || first > end) throw new RangeError("A list of texts is broken.");
  let bytes = 0;
  for (let at = length; at < first; at += numberBytes) bytes += buffer[at]! + (buffer[at + 1]! << 8);
  if (first + bytes > end) throw new RangeError("A list of texts is broken.");
  const all = buffer.toString("latin1", first, first + bytes);
  const texts: string[] = [];
  for (let n = 0, at = 0; n < count; n += 1, length += numberBytes) {
    const next = at + buffer[length]! + (buffer[length + 1]! << 8);
    texts.push(all.slice(at, next));
    at = next;
  }
  return { texts, next: first + bytes };
}
