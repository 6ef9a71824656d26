"use strict";
const { hmac } = require("@noble/hashes/hmac.js");
const { md5, ripemd160, sha1 } = require("@noble/hashes/legacy.js");
const { sha224, sha256, sha384, sha512, sha512_256 } = require("@noble/hashes/sha2.js");
const { sha3_224, sha3_256, sha3_384, sha3_512 } = require("@noble/hashes/sha3.js");
const { blake2b, blake2s } = require("@noble/hashes/blake2.js");
const { Transform } = require("readable-stream");
const { bytesOf, encoded } = require("./crypto-bytes.cjs");

const hashes = {
  blake2b512: blake2b,
  blake2s256: blake2s,
  md5,
  ripemd160,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  "sha512-256": sha512_256,
  "sha3-224": sha3_224,
  "sha3-256": sha3_256,
  "sha3-384": sha3_384,
  "sha3-512": sha3_512,
};

/** OpenSSL's names: `sha256`, `SHA-256` and `RSA-SHA256` are one. */
const hashOf = (name) => {
  const plain = String(name).toLowerCase().replace(/^rsa-/, "");
  const found = hashes[plain] ?? hashes[plain.replace(/^sha-/, "sha")];
  if (found === undefined)
    throw new Error(`The sandbox has no hash "${name}". It has ${Object.keys(hashes).join(", ")}.`);
  return found;
};

/** Both are streams in Node, too. */
class Digest extends Transform {
  #state;
  #ended = false;
  constructor(state) {
    super();
    this.#state = state;
  }
  update(data, encoding) {
    if (this.#ended) throw new Error("Digest already called");
    this.#state.update(bytesOf(data, encoding));
    return this;
  }
  digest(encoding) {
    if (this.#ended) throw new Error("Digest already called");
    this.#ended = true;
    return encoded(this.#state.digest(), encoding);
  }
  _transform(chunk, encoding, done) {
    this.update(chunk, encoding);
    done();
  }
  _flush(done) {
    this.push(this.digest());
    done();
  }
  get state() {
    return this.#state;
  }
}

class Hash extends Digest {
  constructor(name, state = hashOf(name).create()) {
    super(state);
  }
  copy() {
    return new Hash("", this.state.clone());
  }
}

class Hmac extends Digest {
  constructor(name, key) {
    super(hmac.create(hashOf(name), bytesOf(key)));
  }
}

module.exports = { Hash, Hmac, hashes, hashOf };
