"use strict";
const { Buffer } = require("./buffer.cjs");
const { bytesOf } = require("./crypto-bytes.cjs");
const { hexOf, read, toNumber } = require("./der.cjs");

const rsa = "2a864886f70d010101";
const ec = "2a8648ce3d0201";
const curves = {
  "2a8648ce3d030107": "prime256v1",
  "2b81040022": "secp384r1",
  "2b81040023": "secp521r1",
  "2b8104000a": "secp256k1",
};
const edwards = { "2b6570": "ed25519" };

const kindOf = ({ members: [oid, parameters] }) => {
  const id = hexOf(oid?.content ?? []);
  if (id === rsa) return { type: "rsa" };
  if (id === ec) return { type: "ec", curve: curves[hexOf(parameters?.content ?? [])] };
  return { type: edwards[id] };
};
const rsaPublic = ({ members: [n, e] }) => ({ n: toNumber(n.content), e: toNumber(e.content) });
const rsaPrivate = ({ members: [, n, e, d] }) => ({
  n: toNumber(n.content),
  e: toNumber(e.content),
  d: toNumber(d.content),
});
const ecPrivate = ({ members: [, key] }) => ({ secret: key.content });

/** What PKCS #8 (RFC 5958), PKCS #1 (RFC 8017), SEC 1 (RFC 5915) or SubjectPublicKeyInfo (RFC 5280) hold. */
const readers = {
  "PRIVATE KEY": ({ members: [, algorithm, octets] }) => {
    const kind = kindOf(algorithm);
    const inner = read(octets.content);
    if (kind.type === "rsa") return { ...kind, ...rsaPrivate(inner) };
    return kind.type === "ec" ? { ...kind, ...ecPrivate(inner) } : { ...kind, secret: inner.content };
  },
  "RSA PRIVATE KEY": (key) => ({ type: "rsa", ...rsaPrivate(key) }),
  "EC PRIVATE KEY": (key) => {
    const parameters = key.members.find(({ tag }) => tag === 0xa0)?.members[0];
    return { type: "ec", curve: curves[hexOf(parameters?.content ?? [])], ...ecPrivate(key) };
  },
  "PUBLIC KEY": ({ members: [algorithm, bits] }) => {
    const kind = kindOf(algorithm);
    const point = bits.content.subarray(1);
    return kind.type === "rsa" ? { ...kind, ...rsaPublic(read(point)) } : { ...kind, point };
  },
  "RSA PUBLIC KEY": (key) => ({ type: "rsa", ...rsaPublic(key) }),
  CERTIFICATE: ({ members: [{ members }] }) => {
    const isVersioned = members[0]?.tag === 0xa0;
    return readers["PUBLIC KEY"](members[isVersioned ? 6 : 5]);
  },
};

const readPem = (text) => {
  const [, label, body] = /-----BEGIN ([A-Z0-9 ]{3,40})-----([^-]*)-----END/.exec(text) ?? [];
  const reader = Object.hasOwn(readers, label ?? "") ? readers[label] : undefined;
  if (reader === undefined) {
    const what = label?.startsWith("ENCRYPTED") ? "Keys with a passphrase" : "Keys of this form";
    throw new Error(`${what} cannot be read in the sandbox. Use a PEM of PKCS #8, PKCS #1, SEC 1 or SPKI.`);
  }
  const material = reader(read(Buffer.from(body, "base64")));
  const isEmpty = material.type === undefined || (material.type === "ec" && material.curve === undefined);
  if (isEmpty) throw new Error("The sandbox has RSA, P-256, P-384, P-521, secp256k1 and Ed25519 keys only.");
  return material;
};

const jwkCurves = { "P-256": "prime256v1", "P-384": "secp384r1", "P-521": "secp521r1", secp256k1: "secp256k1" };
const readJwk = (jwk) => {
  const part = (name) => (jwk[name] === undefined ? undefined : Buffer.from(jwk[name], "base64url"));
  const number = (name) => (jwk[name] === undefined ? undefined : toNumber(part(name)));
  if (jwk.kty === "RSA") return { type: "rsa", n: number("n"), e: number("e"), d: number("d") };
  if (jwk.kty === "OKP" && jwk.crv === "Ed25519") return { type: "ed25519", secret: part("d"), point: part("x") };
  const curve = jwk.kty === "EC" ? jwkCurves[jwk.crv] : undefined;
  if (curve === undefined)
    throw new Error("The sandbox has RSA, P-256, P-384, P-521, secp256k1 and Ed25519 keys only.");
  return { type: "ec", curve, secret: part("d"), point: Buffer.concat([Buffer.of(4), part("x"), part("y")]) };
};

class KeyObject {
  #material;
  constructor(type, material) {
    this.type = type;
    this.#material = material;
    if (type !== "secret") this.asymmetricKeyType = material.type;
    else this.symmetricKeySize = material.length;
    if (material.type === "rsa")
      this.asymmetricKeyDetails = { modulusLength: material.n.toString(2).length, publicExponent: material.e };
    if (material.type === "ec") this.asymmetricKeyDetails = { namedCurve: material.curve };
  }
  static materialOf(key) {
    return key.#material;
  }
  export() {
    if (this.type !== "secret") throw new Error("The sandbox does not export this key. Use `crypto.subtle`.");
    return Buffer.from(this.#material);
  }
  equals(other) {
    return other instanceof KeyObject && this.type === "secret" && this.export().equals(other.export());
  }
}

const isPrivate = (material) => material.d !== undefined || material.secret !== undefined;
/** What a key is made of: a PEM, DER with its type, a JWK, or a key that is one already. */
const materialOf = (given) => {
  if (given instanceof KeyObject) return KeyObject.materialOf(given);
  const key = given?.key ?? given;
  if (key instanceof KeyObject) return KeyObject.materialOf(key);
  if (given?.passphrase !== undefined) throw new Error("Keys with a passphrase cannot be read in the sandbox.");
  if (given?.format === "jwk") return readJwk(key);
  if (given?.format === "der") {
    const label = { pkcs8: "PRIVATE KEY", sec1: "EC PRIVATE KEY", spki: "PUBLIC KEY" }[given.type];
    return readers[label ?? "RSA PRIVATE KEY"](read(bytesOf(key)));
  }
  return readPem(typeof key === "string" ? key : bytesOf(key).toString("latin1"));
};

const createPrivateKey = (given) => {
  const material = materialOf(given);
  if (!isPrivate(material)) throw new Error("This is not a private key.");
  return new KeyObject("private", material);
};
const createPublicKey = (given) => new KeyObject("public", materialOf(given));
const createSecretKey = (given, encoding) => new KeyObject("secret", Buffer.from(bytesOf(given, encoding)));

module.exports = { KeyObject, createPrivateKey, createPublicKey, createSecretKey, materialOf };
