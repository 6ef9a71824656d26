"use strict";
const { Buffer } = require("./buffer.cjs");

/** The bytes of what Node takes where it wants data: a text, a view, a buffer or a secret key. */
const bytesOf = (data, encoding = "utf8") => {
  if (typeof data === "string") return Buffer.from(data, encoding === "buffer" ? "utf8" : encoding);
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return Buffer.from(data);
  if (data?.type === "secret" && typeof data.export === "function") return data.export();
  throw new TypeError("The data must be a string, a Buffer, a TypedArray, a DataView or a secret KeyObject.");
};

const encoded = (bytes, encoding) => {
  const made = Buffer.from(bytes);
  return encoding === undefined || encoding === null || encoding === "buffer" ? made : made.toString(encoding);
};

/** `getRandomValues` gives at most 64 KiB at once. */
const randomBytes = (size, call) => {
  const made = Buffer.alloc(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(made.subarray(at, Math.min(size, at + 65_536)));
  if (call !== undefined) queueMicrotask(() => call(null, made));
  return made;
};

module.exports = { bytesOf, encoded, randomBytes };
