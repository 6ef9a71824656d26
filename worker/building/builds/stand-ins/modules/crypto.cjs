"use strict";
const { KeyObject, createPrivateKey, createPublicKey, createSecretKey } = require("./crypto-keys.cjs");
const { Hash, Hmac, hashes, hashOf } = require("./crypto-hashes.cjs");
const { Buffer } = require("./buffer.cjs");
const { bytesOf, randomBytes } = require("./crypto-bytes.cjs");
const ciphers = require("./crypto-ciphers.cjs");
const derive = require("./crypto-derive.cjs");
const signatures = require("./crypto-signatures.cjs");

const randomFillSync = (view, offset = 0, size = view.byteLength - offset) => {
  const bytes = ArrayBuffer.isView(view)
    ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    : new Uint8Array(view);
  bytes.set(randomBytes(size), offset);
  return view;
};

/** Without the bias of a remainder. */
const randomInt = (...given) => {
  const call = typeof given.at(-1) === "function" ? given.pop() : undefined;
  const [min, max] = given.length === 1 ? [0, given[0]] : given;
  const range = max - min;
  if (!Number.isSafeInteger(range) || range <= 0 || range > 2 ** 48) throw new RangeError("max must be above min.");
  const limit = 2 ** 48 - (2 ** 48 % range);
  let value;
  do value = randomBytes(6).readUIntBE(0, 6);
  while (value >= limit);
  const found = min + (value % range);
  if (call !== undefined) queueMicrotask(() => call(null, found));
  return found;
};

const timingSafeEqual = (a, b) => {
  const [first, second] = [bytesOf(a), bytesOf(b)];
  if (first.length !== second.length) throw new RangeError("Input buffers must have the same byte length");
  let difference = 0;
  for (let index = 0; index < first.length; index += 1) difference |= first[index] ^ second[index];
  return difference === 0;
};

module.exports = {
  ...ciphers,
  ...derive,
  ...signatures,
  Hash,
  Hmac,
  KeyObject,
  constants: {
    RSA_PKCS1_PADDING: 1,
    RSA_NO_PADDING: 3,
    RSA_PKCS1_OAEP_PADDING: 4,
    RSA_PKCS1_PSS_PADDING: 6,
    RSA_PSS_SALTLEN_DIGEST: -1,
    RSA_PSS_SALTLEN_AUTO: -2,
    RSA_PSS_SALTLEN_MAX_SIGN: -2,
  },
  createHash: (name) => new Hash(name),
  createHmac: (name, key) => new Hmac(name, key),
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  getHashes: () => Object.keys(hashes),
  getRandomValues: (view) => crypto.getRandomValues(view),
  hash: (name, data, encoding = "hex") => {
    const digest = Buffer.from(hashOf(name)(bytesOf(data)));
    return encoding === "buffer" ? digest : digest.toString(encoding);
  },
  pseudoRandomBytes: randomBytes,
  randomBytes,
  randomFill: (view, ...rest) => {
    const call = rest.pop();
    queueMicrotask(() => call(null, randomFillSync(view, ...rest)));
  },
  randomFillSync,
  randomInt,
  randomUUID: () => crypto.randomUUID(),
  subtle: crypto.subtle,
  timingSafeEqual,
  webcrypto: crypto,
};
