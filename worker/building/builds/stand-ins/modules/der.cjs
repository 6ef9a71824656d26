"use strict";
/** Reads one value of DER (X.690): its tag, its content and, of a constructed one, its members. */
const read = (bytes, start = 0, depth = 0) => {
  if (depth > 8 || start + 2 > bytes.length) throw new Error("The key cannot be read.");
  const tag = bytes[start];
  let length = bytes[start + 1];
  let at = start + 2;
  if (length > 0x80) {
    const count = length & 0x7f;
    if (count > 4) throw new Error("The key cannot be read.");
    length = 0;
    for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[at + index] ?? 0);
    at += count;
  }
  const end = at + length;
  if (end > bytes.length) throw new Error("The key cannot be read.");
  const content = bytes.subarray(at, end);
  const members = [];
  if ((tag & 0x20) !== 0) {
    for (let next = at; next < end;) {
      const member = read(bytes.subarray(0, end), next, depth + 1);
      members.push(member);
      next = member.end;
    }
  }
  return { tag, content, members, end };
};

const lengthOf = (count) => (count < 0x80 ? [count] : count < 0x100 ? [0x81, count] : [0x82, count >> 8, count & 0xff]);
/** A value of DER with this tag. */
const write = (tag, ...parts) => {
  const content = parts.flatMap((part) => [...part]);
  return Uint8Array.from([tag, ...lengthOf(content.length), ...content]);
};

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** The number that a DER INTEGER, or plain bytes, are. */
const toNumber = (bytes) => BigInt(`0x${hexOf(bytes) || "0"}`);

/** A number as a DER INTEGER: with a zero in front where it would be negative. */
const writeNumber = (bytes) => {
  let first = 0;
  while (first < bytes.length - 1 && bytes[first] === 0) first += 1;
  const rest = bytes.subarray(first);
  return write(0x02, rest[0] >= 0x80 ? [0, ...rest] : rest);
};

module.exports = { hexOf, read, toNumber, write, writeNumber };
