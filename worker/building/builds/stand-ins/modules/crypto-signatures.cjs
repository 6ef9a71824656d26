"use strict";
const { ed25519 } = require("@noble/curves/ed25519.js");
const { p256, p384, p521 } = require("@noble/curves/nist.js");
const { secp256k1 } = require("@noble/curves/secp256k1.js");
const rsa = require("micro-rsa-dsa-dh/rsa.js");
const { Writable } = require("readable-stream");
const { Buffer } = require("./buffer.cjs");
const { bytesOf, encoded } = require("./crypto-bytes.cjs");
const { hashOf } = require("./crypto-hashes.cjs");
const { materialOf } = require("./crypto-keys.cjs");
const { read, write, writeNumber } = require("./der.cjs");

const curves = { prime256v1: p256, secp384r1: p384, secp521r1: p521, secp256k1 };
const pkcs1 = { sha1: "SHA1", sha224: "SHA224", sha256: "SHA256", sha384: "SHA384", sha512: "SHA512" };
const pssPadding = 6;

function rsaWith(name, { padding, saltLength }) {
  const hash = hashOf(name);
  if (padding === pssPadding) return rsa.PSS(hash, rsa.mgf1(hash), saltLength >= 0 ? saltLength : hash.outputLen);
  const plain = name.toLowerCase().replace(/^rsa-/, "").replace(/^sha-/, "sha");
  const scheme = rsa[`PKCS1_${pkcs1[plain]}`];
  if (scheme === undefined) throw new Error(`The sandbox signs with RSA and ${Object.keys(pkcs1).join(", ")} only.`);
  return scheme;
}

/** ECDSA's two numbers as ASN.1, which is Node's default, and as they are (IEEE P1363). */
const toDer = (raw) => {
  const half = raw.length / 2;
  return write(0x30, writeNumber(raw.subarray(0, half)), writeNumber(raw.subarray(half)));
};
const fromDer = (bytes, half) => {
  const padded = (content) => {
    const plain = content.subarray(Math.max(0, content.length - half));
    return Buffer.concat([Buffer.alloc(half - plain.length), plain]);
  };
  const [r, s] = read(bytes).members;
  return Buffer.concat([padded(r.content), padded(s.content)]);
};
const halfOf = (curve) => curve.lengths.signature / 2;

function signWith(name, data, given) {
  const key = materialOf(given);
  if (key.type === "ed25519") return ed25519.sign(data, key.secret);
  if (key.type === "rsa") return rsaWith(name, given ?? {}).sign({ n: key.n, d: key.d }, data);
  const curve = curves[key.curve];
  const secret = Buffer.concat([Buffer.alloc(curve.lengths.secretKey), key.secret]).subarray(-curve.lengths.secretKey);
  const raw = curve.sign(hashOf(name)(data), secret, { prehash: false, lowS: false, format: "compact" });
  return given?.dsaEncoding === "ieee-p1363" ? raw : toDer(raw);
}

function verifyWith(name, data, given, signature) {
  const key = materialOf(given);
  try {
    if (key.type === "ed25519") return ed25519.verify(signature, data, key.point ?? ed25519.getPublicKey(key.secret));
    if (key.type === "rsa") return rsaWith(name, given ?? {}).verify({ n: key.n, e: key.e }, data, signature);
    const curve = curves[key.curve];
    const raw = given?.dsaEncoding === "ieee-p1363" ? signature : fromDer(signature, halfOf(curve));
    const point = key.point ?? curve.getPublicKey(key.secret);
    return curve.verify(raw, hashOf(name)(data), point, { prehash: false, lowS: false, format: "compact" });
  } catch {
    return false;
  }
}

class Gathered extends Writable {
  #chunks = [];
  constructor(name) {
    super();
    this.name = name;
    hashOf(name);
  }
  update(data, encoding) {
    this.#chunks.push(Buffer.from(bytesOf(data, encoding)));
    return this;
  }
  get data() {
    return Buffer.concat(this.#chunks);
  }
  _write(chunk, encoding, done) {
    this.update(chunk, encoding);
    done();
  }
}

class Sign extends Gathered {
  sign(key, encoding) {
    return encoded(signWith(this.name, this.data, key), encoding);
  }
}

class Verify extends Gathered {
  verify(key, signature, encoding) {
    return verifyWith(this.name, this.data, key, bytesOf(signature, encoding));
  }
}

module.exports = {
  Sign,
  Verify,
  createSign: (name) => new Sign(name),
  createVerify: (name) => new Verify(name),
  sign: (name, data, key) => Buffer.from(signWith(name ?? "sha256", bytesOf(data), key)),
  verify: (name, data, key, signature) => verifyWith(name ?? "sha256", bytesOf(data), key, bytesOf(signature)),
};
