"use strict";
const whole = require("buffer");

module.exports = {
  ...whole,
  Blob,
  File,
  atob,
  btoa,
  constants: { MAX_LENGTH: whole.kMaxLength, MAX_STRING_LENGTH: 0x1fffffe8 },
};
module.exports.isUtf8 = (bytes) => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

// Names of encodings that Node has learned since the package was written.
const { Buffer } = whole;
const { isEncoding, from, byteLength } = Buffer;
const { toString, write } = Buffer.prototype;
const isUrl = (encoding) => typeof encoding === "string" && encoding.toLowerCase() === "base64url";
const toBase64 = (text) => text.replaceAll("-", "+").replaceAll("_", "/");
Buffer.isEncoding = (encoding) => isUrl(encoding) || isEncoding(encoding);
Buffer.from = (value, encoding, length) =>
  isUrl(encoding) && typeof value === "string" ? from(toBase64(value), "base64") : from(value, encoding, length);
Buffer.byteLength = (value, encoding) =>
  isUrl(encoding) && typeof value === "string" ? byteLength(toBase64(value), "base64") : byteLength(value, encoding);
Buffer.prototype.toString = function asText(encoding, start, end) {
  if (!isUrl(encoding)) return toString.call(this, encoding, start, end);
  return toString.call(this, "base64", start, end).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};
Buffer.prototype.write = function writeText(text, ...rest) {
  const last = rest.length - 1;
  if (!isUrl(rest[last])) return write.call(this, text, ...rest);
  return write.call(this, toBase64(text), ...rest.slice(0, last), "base64");
};
