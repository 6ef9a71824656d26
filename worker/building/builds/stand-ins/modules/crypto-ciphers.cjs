"use strict";
const { cbc, ctr, ecb, gcm } = require("@noble/ciphers/aes.js");
const { chacha20poly1305 } = require("@noble/ciphers/chacha.js");
const { Transform } = require("readable-stream");
const { Buffer } = require("./buffer.cjs");
const { bytesOf, encoded } = require("./crypto-bytes.cjs");

const names = ["128", "192", "256"].flatMap((bits) =>
  ["cbc", "ctr", "ecb", "gcm"].map((mode) => `aes-${bits}-${mode}`),
);
const tagLength = 16;

/** How each mode is made of key, nonce, associated data and padding. */
const modes = {
  cbc: (key, iv, _aad, padding) => cbc(key, iv, { disablePadding: !padding }),
  ctr: (key, iv) => ctr(key, iv),
  ecb: (key, _iv, _aad, padding) => ecb(key, { disablePadding: !padding }),
  gcm: (key, iv, aad) => gcm(key, iv, aad),
  poly1305: (key, iv, aad) => chacha20poly1305(key, iv, aad),
};

/** Encrypts or decrypts at the end: what is given before is kept, so that `update` answers nothing yet. */
class Cipher extends Transform {
  #name;
  #isDecipher;
  #make;
  #key;
  #iv;
  #chunks = [];
  #aad;
  #tag;
  #padding = true;
  constructor(name, key, iv, isDecipher) {
    super();
    this.#name = String(name).toLowerCase();
    const mode = this.#name === "chacha20-poly1305" ? "poly1305" : this.#name.split("-")[2];
    this.#make = names.includes(this.#name) || mode === "poly1305" ? modes[mode] : undefined;
    if (this.#make === undefined)
      throw new Error(`The sandbox has no cipher "${name}". It has ${names.join(", ")}, chacha20-poly1305.`);
    this.#key = bytesOf(key);
    const bits = mode === "poly1305" ? 256 : Number(this.#name.split("-")[1]);
    if (this.#key.length * 8 !== bits) throw new RangeError("Invalid key length");
    this.#iv = iv === null || iv === undefined ? undefined : bytesOf(iv);
    this.#isDecipher = isDecipher;
  }
  get #isSealed() {
    return /gcm|poly1305/.test(this.#name);
  }
  update(data, from, to) {
    this.#chunks.push(bytesOf(data, from));
    return encoded(Buffer.alloc(0), to);
  }
  setAAD(data) {
    this.#aad = bytesOf(data);
    return this;
  }
  setAutoPadding(padding = true) {
    this.#padding = padding;
    return this;
  }
  setAuthTag(tag) {
    this.#tag = bytesOf(tag);
    if (this.#tag.length !== tagLength) throw new TypeError("The authentication tag must have 16 bytes.");
    return this;
  }
  getAuthTag() {
    if (this.#tag === undefined) throw new Error("There is no authentication tag before final().");
    return this.#tag;
  }
  final(encoding) {
    const cipher = this.#make(this.#key, this.#iv, this.#aad, this.#padding);
    const data = Buffer.concat(this.#chunks);
    if (this.#isDecipher) {
      if (this.#isSealed && this.#tag === undefined)
        throw new Error("Unsupported state or unable to authenticate data");
      return encoded(cipher.decrypt(this.#isSealed ? Buffer.concat([data, this.#tag]) : data), encoding);
    }
    const made = Buffer.from(cipher.encrypt(data));
    if (!this.#isSealed) return encoded(made, encoding);
    this.#tag = made.subarray(made.length - tagLength);
    return encoded(made.subarray(0, made.length - tagLength), encoding);
  }
  _transform(chunk, encoding, done) {
    this.update(chunk, encoding);
    done();
  }
  _flush(done) {
    try {
      this.push(this.final());
      done();
    } catch (error) {
      done(error);
    }
  }
}

module.exports = {
  createCipheriv: (name, key, iv) => new Cipher(name, key, iv, false),
  createDecipheriv: (name, key, iv) => new Cipher(name, key, iv, true),
  getCiphers: () => [...names, "chacha20-poly1305"],
};
