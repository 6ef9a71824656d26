"use strict";
const { hkdf } = require("@noble/hashes/hkdf.js");
const { pbkdf2 } = require("@noble/hashes/pbkdf2.js");
const { scrypt } = require("@noble/hashes/scrypt.js");
const { Buffer } = require("./buffer.cjs");
const { bytesOf } = require("./crypto-bytes.cjs");
const { hashOf } = require("./crypto-hashes.cjs");

const pbkdf2Sync = (password, salt, iterations, length, name) =>
  Buffer.from(pbkdf2(hashOf(name), bytesOf(password), bytesOf(salt), { c: iterations, dkLen: length }));

const scryptSync = (password, salt, length, options = {}) => {
  const { N = options.cost ?? 16_384, r = options.blockSize ?? 8, p = options.parallelization ?? 1 } = options;
  return Buffer.from(
    scrypt(bytesOf(password), bytesOf(salt), { N, r, p, dkLen: length, maxmem: options.maxmem ?? 2 ** 25 + 1024 }),
  );
};

const hkdfSync = (name, key, salt, info, length) =>
  new Uint8Array(hkdf(hashOf(name), bytesOf(key), bytesOf(salt), bytesOf(info), length)).buffer;

/** Node's form with a callback at the end; the work is done in the isolate, within the call's time. */
const later =
  (made) =>
  (...values) => {
    const call = values.pop();
    queueMicrotask(() => {
      let answer;
      try {
        answer = [null, made(...values)];
      } catch (error) {
        answer = [error];
      }
      call(...answer);
    });
  };

module.exports = {
  hkdf: later(hkdfSync),
  hkdfSync,
  pbkdf2: later(pbkdf2Sync),
  pbkdf2Sync,
  scrypt: later(scryptSync),
  scryptSync,
};
