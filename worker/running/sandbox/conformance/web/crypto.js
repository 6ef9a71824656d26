import { observeAll, rejects, throws } from "./observe.ts";

const hex = (b) => [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, "0")).join("");
const bytes = (t) => new TextEncoder().encode(t);
const s = crypto.subtle;

/**
 * https://w3c.github.io/webcrypto
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "digests",
    async () => {
      return Promise.all(
        ["SHA-1", "sha-256", { name: "SHA-512" }].map(async (a) => hex(await s.digest(a, bytes("abc"))).slice(0, 16)),
      );
    },
    ["a9993e364706816a", "ba7816bf8f01cfea", "ddaf35a193617aba"],
  ],
  [
    "a digest is of the bytes as they were",
    async () => {
      const b = bytes("abc");
      const d = s.digest("SHA-256", b);
      b.fill(0);
      return hex(await d).slice(0, 8);
    },
    "ba7816bf",
  ],
  [
    "HMAC signs and verifies",
    async () => {
      const k = await s.importKey("raw", bytes("key"), { name: "HMAC", hash: "SHA-256" }, true, ["sign", "verify"]);
      const m = await s.sign("HMAC", k, bytes("The quick brown fox jumps over the lazy dog"));
      return [
        hex(m).slice(0, 16),
        await s.verify("HMAC", k, m, bytes("The quick brown fox jumps over the lazy dog")),
        await s.verify("HMAC", k, m, bytes("x")),
        k.algorithm.name,
        k.algorithm.hash.name,
        k.algorithm.length,
        k.type,
        k.usages,
      ];
    },
    ["f7bc83f430538424", true, false, "HMAC", "SHA-256", 24, "secret", ["sign", "verify"]],
  ],
  [
    "AES in three modes, there and back",
    async () => {
      const out = [];
      for (const [name, p] of [
        ["AES-GCM", { iv: new Uint8Array(12), additionalData: bytes("x") }],
        ["AES-CBC", { iv: new Uint8Array(16) }],
        ["AES-CTR", { counter: new Uint8Array(16), length: 64 }],
      ]) {
        const k = await s.generateKey({ name, length: 256 }, false, ["encrypt", "decrypt"]);
        const e = await s.encrypt({ name, ...p }, k, bytes("secret"));
        out.push(new TextDecoder().decode(await s.decrypt({ name, ...p }, k, e)), e.byteLength);
      }
      return out;
    },
    ["secret", 22, "secret", 16, "secret", 6],
  ],
  [
    "what was changed is not decrypted",
    async () => {
      const k = await s.generateKey({ name: "AES-GCM", length: 128 }, false, ["encrypt", "decrypt"]);
      const iv = new Uint8Array(12);
      const e = new Uint8Array(await s.encrypt({ name: "AES-GCM", iv }, k, bytes("x")));
      e[0] ^= 1;
      return rejects(s.decrypt({ name: "AES-GCM", iv }, k, e));
    },
    "OperationError",
  ],
  [
    "PBKDF2 and HKDF derive bits",
    async () => {
      const k = await s.importKey("raw", bytes("password"), "PBKDF2", false, ["deriveBits"]);
      const p = hex(
        await s.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: bytes("salt"), iterations: 2 }, k, 256),
      );
      const h = await s.importKey("raw", new Uint8Array(22).fill(11), "HKDF", false, ["deriveBits"]);
      const d = hex(
        await s.deriveBits(
          {
            name: "HKDF",
            hash: "SHA-256",
            salt: new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
            info: new Uint8Array([240, 241, 242, 243, 244, 245, 246, 247, 248, 249]),
          },
          h,
          336,
        ),
      );
      return [p.slice(0, 16), d.slice(0, 16)];
    },
    ["ae4d0c95af6b46d3", "3cb25f25faacd57a"],
  ],
  [
    "keys are derived",
    async () => {
      const k = await s.importKey("raw", bytes("password"), "PBKDF2", false, ["deriveKey"]);
      const a = await s.deriveKey(
        { name: "PBKDF2", hash: "SHA-256", salt: bytes("salt"), iterations: 2 },
        k,
        { name: "AES-GCM", length: 256 },
        true,
        ["encrypt"],
      );
      const m = await s.deriveKey(
        { name: "PBKDF2", hash: "SHA-256", salt: bytes("salt"), iterations: 2 },
        k,
        { name: "HMAC", hash: "SHA-512" },
        true,
        ["sign"],
      );
      return [hex(await s.exportKey("raw", a)).slice(0, 16), a.usages, (await s.exportKey("raw", m)).byteLength];
    },
    ["ae4d0c95af6b46d3", ["encrypt"], 128],
  ],
  [
    "ECDSA, Ed25519 and RSA-PSS sign and verify",
    async () => {
      const out = [];
      for (const [g, a] of [
        [
          { name: "ECDSA", namedCurve: "P-256" },
          { name: "ECDSA", hash: "SHA-256" },
        ],
        [{ name: "Ed25519" }, { name: "Ed25519" }],
        [
          { name: "RSA-PSS", hash: "SHA-256", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) },
          { name: "RSA-PSS", saltLength: 32 },
        ],
      ]) {
        const p = await s.generateKey(g, false, ["sign", "verify"]);
        const m = await s.sign(a, p.privateKey, bytes("m"));
        out.push(
          await s.verify(a, p.publicKey, m, bytes("m")),
          await s.verify(a, p.publicKey, m, bytes("n")),
          p.publicKey.extractable,
          p.privateKey.extractable,
        );
      }
      return out;
    },
    [true, false, true, false, true, false, true, false, true, false, true, false],
  ],
  [
    "ECDH and X25519 agree",
    async () => {
      const out = [];
      for (const g of [{ name: "ECDH", namedCurve: "P-384" }, { name: "X25519" }]) {
        const a = await s.generateKey(g, false, ["deriveBits"]);
        const b = await s.generateKey(g, false, ["deriveBits"]);
        const x = await s.deriveBits({ name: g.name, public: b.publicKey }, a.privateKey, 256);
        const y = await s.deriveBits({ name: g.name, public: a.publicKey }, b.privateKey, 256);
        out.push(hex(x) === hex(y), x.byteLength);
      }
      return out;
    },
    [true, 32, true, 32],
  ],
  [
    "keys travel as JWK, spki and pkcs8",
    async () => {
      const p = await s.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
      const j = await s.exportKey("jwk", p.privateKey);
      const again = await s.importKey("jwk", j, { name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
      const spki = await s.importKey(
        "spki",
        await s.exportKey("spki", p.publicKey),
        { name: "ECDSA", namedCurve: "P-256" },
        true,
        ["verify"],
      );
      const raw = await s.importKey(
        "raw",
        await s.exportKey("raw", p.publicKey),
        { name: "ECDSA", namedCurve: "P-256" },
        true,
        ["verify"],
      );
      const a = { name: "ECDSA", hash: "SHA-256" };
      const m = await s.sign(a, again, bytes("m"));
      return [
        j.kty,
        j.crv,
        j.ext,
        await s.verify(a, spki, m, bytes("m")),
        await s.verify(a, raw, m, bytes("m")),
        (await s.exportKey("pkcs8", again)).byteLength > 100,
      ];
    },
    ["EC", "P-256", true, true, true, true],
  ],
  [
    "keys are wrapped and unwrapped",
    async () => {
      const w = await s.generateKey({ name: "AES-KW", length: 256 }, false, ["wrapKey", "unwrapKey"]);
      const k = await s.generateKey({ name: "AES-GCM", length: 128 }, true, ["encrypt", "decrypt"]);
      const x = await s.wrapKey("raw", k, w, "AES-KW");
      const u = await s.unwrapKey("raw", x, w, "AES-KW", "AES-GCM", true, ["encrypt"]);
      const g = await s.generateKey({ name: "AES-GCM", length: 256 }, false, ["wrapKey", "unwrapKey"]);
      const a = { name: "AES-GCM", iv: new Uint8Array(12) };
      const v = await s.unwrapKey("jwk", await s.wrapKey("jwk", k, g, a), g, a, "AES-GCM", false, ["decrypt"]);
      return [
        x.byteLength,
        hex(await s.exportKey("raw", u)) === hex(await s.exportKey("raw", k)),
        u.usages,
        v.extractable,
        v.usages,
      ];
    },
    [24, true, ["encrypt"], false, ["decrypt"]],
  ],
  [
    "keys do only what they are for",
    async () => {
      const k = await s.generateKey({ name: "AES-GCM", length: 128 }, false, ["encrypt"]);
      return [
        await rejects(s.decrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, k, new Uint8Array(32))),
        await rejects(s.exportKey("raw", k)),
        await rejects(s.sign("HMAC", k, new Uint8Array(1))),
        await rejects(s.wrapKey("raw", k, k, "AES-KW")),
        await rejects(s.encrypt({ name: "AES-CBC", iv: new Uint8Array(16) }, k, new Uint8Array(1))),
      ];
    },
    ["InvalidAccessError", "InvalidAccessError", "InvalidAccessError", "InvalidAccessError", "InvalidAccessError"],
  ],
  [
    "what is not offered, or not sensible",
    async () => {
      return [
        await rejects(s.digest("MD5", bytes("a"))),
        await rejects(s.digest("SHA-256", "text")),
        await rejects(s.digest(null, bytes("a"))),
        await rejects(s.importKey("raw", bytes("abc"), "AES-GCM", true, ["encrypt"])),
        await rejects(s.generateKey({ name: "AES-GCM", length: 128 }, true, [])),
        await rejects(s.generateKey({ name: "AES-GCM", length: 128 }, true, ["sign"])),
        await rejects(s.generateKey({ name: "AES-GCM", length: 5 }, true, ["encrypt"])),
      ];
    },
    ["NotSupportedError", "TypeError", "TypeError", "DataError", "SyntaxError", "SyntaxError", "OperationError"],
  ],
  [
    "attributes of a key are the same object each time",
    async () => {
      const k = await crypto.subtle.generateKey(
        { name: "RSA-OAEP", hash: "SHA-1", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) },
        true,
        ["encrypt", "decrypt"],
      );
      const a = k.publicKey.algorithm;
      return [
        a === k.publicKey.algorithm,
        a.name,
        a.modulusLength,
        a.hash.name,
        [...a.publicExponent],
        a.publicExponent.constructor.name,
        k.privateKey.usages === k.privateKey.usages,
      ];
    },
    [true, "RSA-OAEP", 1024, "SHA-1", [1, 0, 1], "Uint8Array", true],
  ],
  [
    "random values fill any array of integers",
    async () => {
      const a = crypto.getRandomValues(new Uint8Array(1000));
      const b = new Uint32Array(4);
      const c = new BigInt64Array(2);
      return [
        new Set(a).size > 100,
        crypto.getRandomValues(b) === b,
        crypto.getRandomValues(c) === c,
        crypto.getRandomValues(new Uint8Array(0)).length,
        crypto.getRandomValues(new Uint8Array(65536)).length,
        new Set(crypto.getRandomValues(new Uint8Array(5000)).subarray(4000)).size > 50,
      ];
    },
    [true, true, true, 0, 65_536, true],
  ],
  [
    "random values refuse the rest",
    async () => {
      return [
        () => crypto.getRandomValues(new Float32Array(1)),
        () => crypto.getRandomValues(new DataView(new ArrayBuffer(1))),
        () => crypto.getRandomValues(new Uint8Array(65537)),
        () => crypto.getRandomValues([1]),
        () => crypto.getRandomValues(),
      ].map(throws);
    },
    ["TypeMismatchError", "TypeMismatchError", "QuotaExceededError", "TypeError", "TypeError"],
  ],
  [
    "randomUUID",
    async () => {
      const a = new Set(Array.from({ length: 200 }, () => crypto.randomUUID()));
      return [
        a.size,
        [...a].every((u) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(u)),
      ];
    },
    [200, true],
  ],
];

export default observeAll(cases);
