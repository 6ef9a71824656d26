import assert from "node:assert/strict";
import { test } from "node:test";
import { PublicError } from "@ferrule/contract/errors.ts";
import { requireStrongPassword } from "./require-strong-password.ts";

const isTaken = async (password: string, email = "jane.miller-42@acme-tools.example") => {
  try {
    await requireStrongPassword(password, email, "body.password");
    return true;
  } catch (error) {
    assert.ok(error instanceof PublicError && error.code === "VALIDATION_ERROR");
    assert.ok(!JSON.stringify(error.details).includes(password), "it is not echoed");
    return false;
  }
};

/** The passwords among these that are accepted. */
async function takenOf(passwords: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(passwords.map((password) => isTaken(password)));
  return passwords.filter((_password, index) => answers[index]);
}

const refused: Record<string, string[]> = {
  "a leaked one": ["1qaz2wsx3edc", "supernatural", "administrator", "websolutions", "polniypizdec0211"],
  "a common one made longer": [
    "Password1234",
    "!!dragon2026",
    "Welcome12345",
    "changeme!!!!",
    "summer202620",
    "iloveyou!!!!",
  ],
  "a common one with look-alike signs": ["P@ssw0rd!2024", "4dm1n1str4t0r", "l3tm31npl34s3"],
  "a common one backwards": ["drowssap1234", "nimda!!!!!!!"],
  "a common phrase": ["thisismypassword", "correcthorsebatterystaple", "PleaseLetMeIn!"],
  "few different characters": ["aaaaaaaaaaaaaa", "abababababab", "1111222233334444"],
  "one piece again and again": ["abcabcabcabc", "lemonlemonlemon", "Tx9!kTx9!kTx9!k", "zebrazebra12"],
  runs: [
    "123456789012",
    "qwertyuiopas",
    "qwerty123456",
    "abc123xyz789",
    "zyxwvutsrqpo",
    "aaabbbcccddd",
    "asdf1234jkl;",
  ],
  "the address": [
    "jane.miller-42",
    "jane.miller-42@acme-tools.example",
    "JaneMiller2026",
    "miller-jane-1",
    "acme-tools-26",
  ],
  "the product's name": ["ferrule-12345", "F3rrule!2026!", "elurref-2026!", "2026ferruleadmin"],
};

for (const [what, passwords] of Object.entries(refused)) {
  test(`refuses ${what}`, async () => {
    assert.deepEqual(await takenOf(passwords), []);
  });
}

test("takes what is none of that, also with a common word, a name or a run in it", async () => {
  const passwords = [
    "correct rubber boots",
    "seven green trains",
    "dragon eats lemon pie",
    "jane likes boats",
    "ferrules on umbrellas",
    "abc of gardening",
    "uA4!pz0Qw-7m",
    "x7Kd93jfLq2z",
    "7391 0482 5516",
    "zażółć gęślą jaźń",
    "密码学与网络安全实践课程讲义",
  ];
  assert.deepEqual(await takenOf(passwords), passwords);
});

test("takes a short local part for no name", async () => {
  assert.ok(await isTaken("bold umbrella joe", "joe@x.example"));
});

test("refuses every long one of the 49,000 leaked passwords", async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const long = dictionary["passwords-common"].filter((password) => password.length >= 12);
  assert.ok(long.length > 300);
  assert.deepEqual(await takenOf(long), []);
});

test("is done in no time, however long the password", async () => {
  await isTaken("warms up the lists");
  const startedAt = process.cpuUsage();
  for (const piece of ["a", "ab", "abcdefg1", "xq", "é", "p4$5w0rd", "1l!|"]) {
    await isTaken(`${piece.repeat(Math.floor(255 / piece.length))}!`);
    await isTaken(`!${piece.repeat(Math.floor(240 / piece.length))}zebra9 Q`);
  }
  const { user, system } = process.cpuUsage(startedAt);
  assert.ok(user + system < 2_000_000, `${user + system} µs for fourteen`);
});
