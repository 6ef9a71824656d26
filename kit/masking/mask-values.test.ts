import assert from "node:assert/strict";
import test from "node:test";
import { maskValues, type ValueMask } from "./mask-values.ts";

const value = `p@ss/w0rd+"käse"\n&more?`;
const compiled = (...values: string[]): ValueMask => {
  const mask = maskValues(values, "[masked]");
  assert.ok(mask);
  return mask;
};
const mask = compiled(value);
/** This thread's CPU time since then, in milliseconds; other processes do not affect it. */
const processorMsSince = (startedAt: NodeJS.CpuUsage) => {
  const { user, system } = process.threadCpuUsage(startedAt);
  return (user + system) / 1_000;
};
const log = (message: string, data?: unknown) => ({
  at: "2026-11-21T08:15:30.123Z",
  level: "info",
  message,
  ...(data === undefined ? {} : { data }),
});

const spellings: Record<string, string> = {
  "as it is": value,
  "JSON-escaped": JSON.stringify(value).slice(1, -1),
  "JSON in JSON": JSON.stringify(JSON.stringify({ a: value })),
  "JSON without anything beyond ASCII": String.raw`p@ss/w0rd+\"k\u00e4se\"\n\u0026more?`,
  encodeURIComponent: encodeURIComponent(value),
  "encodeURIComponent in small letters": encodeURIComponent(value).toLowerCase(),
  encodeURI: encodeURI(value),
  "a form's field": new URLSearchParams({ a: value }).toString().slice(2),
  hexadecimal: Buffer.from(value).toString("hex"),
  HEXADECIMAL: Buffer.from(value).toString("hex").toUpperCase(),
};
for (const [name, spelling] of Object.entries(spellings)) {
  test(`a value is found ${name}, anywhere in a text`, () => {
    assert.equal(mask.text(`before ${spelling} and ${spelling}`).includes(spelling), false);
    assert.match(mask.text(spelling), /^"?(\{\\"a\\":\\")?\[masked\]/);
  });
}

test("a value is found as a URL has it in its path and its query", () => {
  const secret = `a b/"käse"+<x>|^&y`;
  const one = compiled(secret);
  const url = new URL(`http://host/files/${secret}?q=${secret}`);
  assert.equal(one.text(url.href), "http://host/files/[masked]?q=[masked]");
});

test("a value is found however often and in whatever order it was encoded", () => {
  const secret = `50%25 off "now" \\n é~*`;
  const one = compiled(secret);
  const form = new URLSearchParams({ secret }).toString();
  const json = JSON.stringify({ a: [secret] });
  const odd = Array.from(secret, (character, index) => (index % 2 === 0 ? encodeURIComponent(character) : character));
  const texts = [
    encodeURIComponent(form),
    encodeURIComponent(json),
    JSON.stringify({ json: encodeURIComponent(json) }),
    JSON.stringify(JSON.stringify(json)),
    encodeURIComponent(JSON.stringify({ form })),
    `é%C3%A9 ${odd.join("")} %zz \\x`,
    encodeURIComponent(Buffer.from(`?${secret}`).toString("base64")),
  ];
  for (const text of texts) {
    const masked = one.text(text);
    assert.match(masked, /\[masked\]/, text);
    assert.doesNotMatch(masked, /off|now|~|PzUw/, text);
  }
  assert.equal(one.text(texts[5] ?? ""), "é%C3%A9 [masked] %zz \\x");
  assert.equal(one.text("%ff%fe 100%25 \\u12 \\"), "%ff%fe 100%25 \\u12 \\");
});

for (const alphabet of ["base64", "base64url"] as const) {
  test(`a value is found in ${alphabet} whatever stands before and after it`, () => {
    for (const before of ["", "a", "ab", "abc", "user:"]) {
      for (const after of ["", "z", "zy", "zyx"]) {
        const encoded = Buffer.from(before + value + after).toString(alphabet);
        const masked = mask.text(encoded);
        assert.match(masked, /\[masked\]/, `${before}…${after}`);
        const left = masked.split("[masked]").map((part) => Buffer.from(part, alphabet).toString("latin1"));
        assert.ok(!left.some((part) => part.includes("p@s") || part.includes("ore?")), masked);
      }
    }
  });
}

const encoders: Record<string, (text: string) => string> = {
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  hex: (text) => Buffer.from(text).toString("hex"),
  HEX: (text) => Buffer.from(text).toString("hex").toUpperCase(),
};
const pairs: Record<string, (text: string) => string> = Object.fromEntries(
  [":", " ", "-"].map((separator) => [
    `hex with "${separator}"`,
    (text) =>
      Buffer.from(text)
        .toString("hex")
        .replaceAll(/..(?!$)/g, `$&${separator}`),
  ]),
);

/** Whether part of a value can be recovered from the rest of a text by undoing these encodings. */
const restOf = (masked: string) => masked.split("[masked]").sort((a, b) => b.length - a.length)[0] ?? "";

for (const [outerName, outer] of Object.entries({ ...encoders, ...pairs })) {
  test(`a value is found in ${outerName}, and so encoded it was encoded before`, () => {
    const secret = "sk_live_51Habcdefghijklmn";
    const one = compiled(secret);
    assert.match(one.text(outer(secret)), /^\[masked\]=*$/);
    for (const [innerName, inner] of Object.entries(encoders)) {
      for (const before of ["", "a", "ab", "abc", "user:"]) {
        for (const around of ["", "x", "xy", "xyz"]) {
          const text = outer(around + inner(before + secret + before) + around);
          const masked = one.text(text);
          assert.match(masked, /\[masked\]/, `${innerName} ${before} ${around}`);
          // Nothing is left that could hold bits of the value: the rest is no longer than the text around it.
          const most = outer(around + inner(before) + "xxx").length + 2;
          assert.ok(restOf(masked).length <= most, `${innerName} "${before}" "${around}": ${masked}`);
        }
      }
    }
  });
}

test("nested encodings cost a text nothing: it is still looked through once", () => {
  const one = compiled("sk_live_51Habcdefghijklmn", "another-secret-value-of-some-length");
  let nested = "the quick brown fox ".repeat(500);
  for (let level = 0; level < 12 && nested.length < 2_000_000; level += 1)
    nested = Buffer.from(nested).toString("base64");
  const plain = "the quick brown fox ".repeat(nested.length / 20);
  const time = (text: string) => {
    const startedAt = process.threadCpuUsage();
    one.text(text);
    return processorMsSince(startedAt);
  };
  time(nested.slice(0, 100_000));
  const [nestedMs, plainMs] = [time(nested), time(plain)];
  assert.ok(nestedMs < plainMs * 5 + 200, `${nestedMs} against ${plainMs} ms`);
});

test("what a value costs to be looked for is bounded, however long it is", () => {
  const startedAt = process.threadCpuUsage();
  const long = compiled("k".repeat(8_000) + "!".repeat(8_000));
  const many = compiled(...Array.from({ length: 200 }, (_, index) => `{"key":"value-${index}-${"x".repeat(40)}"}`));
  assert.ok(processorMsSince(startedAt) < 5_000);
  assert.match(long.text(Buffer.from("k".repeat(8_000) + "!".repeat(8_000)).toString("base64")), /^\[masked\]=*$/);
  const last = Buffer.from(`{"key":"value-199-${"x".repeat(40)}"}`).toString("base64");
  assert.equal(many.text(Buffer.from(last).toString("hex")), "[masked]");
});

test("values, spellings and marks that touch or overlap leave nothing of either", () => {
  const both = compiled("abcdefgh", "efghijkl");
  assert.equal(both.text("xabcdefghijklx"), "x[masked]x");
  assert.equal(both.text("abcdefghabcdefgh"), "[masked]");
  assert.equal(compiled("aaaaaaaa").text("aaaaaaaaaa!"), "[masked]!");
});

test("a part of a value is not covered: whoever reads records cannot find one out piece by piece", () => {
  const secret = "sk_live_4242424242";
  const one = compiled(secret);
  for (let length = 6; length < secret.length; length += 1) {
    const guess = secret.slice(0, length);
    assert.equal(one.text(guess), guess);
    assert.equal(one.cutText(guess), guess);
  }
});

test("a value of fewer than six characters is not searched for", () => {
  assert.equal(maskValues(["12345", "", "     "], "[masked]"), null);
  assert.equal(compiled("123456").text("no 123456 here"), "no [masked] here");
});

test("a pasted newline and the lines of a key do not hide a value", () => {
  const pem = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG\n9w0BAQEFAASCBKcwggSj\n-----END KEY-----\n";
  assert.equal(compiled("a token\n").text("[a token]"), "[[masked]]");
  assert.doesNotMatch(compiled(pem).text("second line: 9w0BAQEFAASCBKcwggSj"), /9w0B/);
});

test("a value is found across arguments, fields and entries of a log", () => {
  const secret = "correct-horse-battery";
  const one = compiled(secret);
  const cases: ReturnType<typeof log>[][] = [
    [log("correct- horse-battery")],
    [log("correct", { rest: ["-horse", "-battery"] })],
    [log("[ 'correct-h', 'orse-battery' ]")],
    [log("correct-"), log("horse-"), log("battery")],
    Array.from(secret, (character) => log(character)),
    [log(Buffer.from(secret).toString("base64").replaceAll(/.{8}/g, "$&\n"))],
    [log(Buffer.from(secret).toString("hex").replaceAll(/../g, "$&:"))],
  ];
  for (const entries of cases) {
    const masked = JSON.stringify(one.logs(entries).map(({ message, data }) => [message, data]));
    assert.ok(!/correct|horse|battery|"c"|"o"|Y29ycmVj|63:6f/.test(masked), masked);
  }
  assert.deepEqual(
    compiled("-+:Zq_:+!")
      .logs([log("-+:Z"), log("q_ :+!")])
      .map(({ message }) => message),
    ["[masked]", "[masked]"],
  );
  const innocent = [log("correct"), log("horse")];
  assert.equal(one.logs(innocent), innocent);
});

test("a text that was cut off loses its end, so that the beginning of a value does not stay", () => {
  const secret = "0123456789abcdef";
  const one = compiled(secret);
  const cut = `${"x".repeat(500)}0123456789… [truncated]`;
  assert.doesNotMatch(one.cutText(cut), /0123/);
  assert.match(one.cutText(cut), /^x{300,}… \[truncated\]$/);
  assert.doesNotMatch(one.cutText(`${"x".repeat(16_374)}0123456789`), /0123/);
  assert.equal(one.text(cut), cut, "what nobody cut stays");
});

test("one pass finds any of many values, and finds none quickly", () => {
  const values = Array.from({ length: 200 }, (_, index) => `value-${index}-${"abcdefghij".repeat(3)}-${index}`);
  const many = compiled(...values);
  for (const one of values) assert.equal(many.text(`${"-".repeat(50)}${one}`), `${"-".repeat(50)}[masked]`);
  const text = "The quick brown fox jumps over the lazy dog. ".repeat(22_000);
  const startedAt = process.threadCpuUsage();
  assert.equal(many.text(text), text);
  assert.ok(processorMsSince(startedAt) < 1_000, "a megabyte in less than a second, on any machine");
});

test("a value is found in another case, as in the host of an address", () => {
  const keyed = compiled("SeCret-Token-42");
  assert.equal(keyed.text("GET https://secret-token-42.example.com/"), "GET https://[masked].example.com/");
  assert.equal(keyed.text("SECRET-TOKEN-42=1"), "[masked]=1");
});

test("Base64 and hexadecimal are found when they are broken into lines of any length", () => {
  const plain = "a-long-enough-secret-to-fill-three-lines";
  const keyed = compiled(plain);
  for (const encoding of ["base64", "base64url", "hex"] as const) {
    for (const width of [8, 20, 64, 76]) {
      for (const lead of ["", "x", "xy"]) {
        const written = Buffer.from(lead + plain).toString(encoding);
        const wrapped = written.replaceAll(new RegExp(`.{${width}}`, "g"), "$&\n");
        const covered = keyed.text(`-----\n${wrapped}\n-----`);
        assert.match(covered, /\[masked\]/, `${encoding}, ${width}`);
        assert.ok(covered.replaceAll(/\s/g, "").length < 40, covered);
      }
    }
  }
});
