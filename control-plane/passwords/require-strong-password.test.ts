import assert from "node:assert/strict";
import { test } from "node:test";
import { PublicError } from "@ferrule/contract/errors.ts";
import { commonPasswords } from "./common-passwords.ts";
import { requireStrongPassword } from "./require-strong-password.ts";

const isTaken = (password: string, email = "jane.miller-42@acme-tools.example") => {
  try {
    requireStrongPassword(password, email, "body.password");
    return true;
  } catch (error) {
    assert.ok(error instanceof PublicError && error.code === "VALIDATION_ERROR");
    assert.ok(!JSON.stringify(error.details).includes(password), "it is not echoed");
    return false;
  }
};

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
  "the product's name": ["ferrule-12345", "F3rrule!2026!", "ferrule-secret-1", "2026ferruleadmin"],
};

for (const [what, passwords] of Object.entries(refused)) {
  test(`refuses ${what}`, () => {
    assert.deepEqual(
      passwords.filter((password) => isTaken(password)),
      [],
    );
  });
}

test("takes what is none of that, also with a common word, a name or a run in it", () => {
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
  assert.deepEqual(
    passwords.filter((password) => !isTaken(password)),
    [],
  );
});

test("takes a short local part for no name", () => {
  assert.ok(isTaken("bold umbrella joe", "joe@x.example"));
});

test("knows more than 10,000 common passwords, over 300 of which have twelve characters", () => {
  assert.ok(commonPasswords.size > 10_000);
  assert.ok([...commonPasswords].filter((password) => password.length >= 12).length > 300);
});

test("is done in no time, however long the password", () => {
  const startedAt = performance.now();
  for (const piece of ["a", "ab", "abcdefg1", "xq", "é"]) {
    isTaken(`${piece.repeat(Math.floor(255 / piece.length))}!`);
    isTaken(`!${piece.repeat(Math.floor(240 / piece.length))}zebra9 Q`);
  }
  assert.ok(performance.now() - startedAt < 1_000);
});
