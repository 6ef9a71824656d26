import assert from "node:assert/strict";
import test from "node:test";
import { databaseError } from "./database-error.ts";

const settings = { url: "postgresql://app:p%40ss-Word-2026@db.example.com/shop", statementTimeoutMs: 1_000 };

test("a server that repeats the connection's password in an error does not give it away", () => {
  for (const said of [
    "no entry for app:p@ss-Word-2026",
    "cannot parse postgresql://app:p%40ss-Word-2026@db.example.com/shop",
    `hint: ${Buffer.from("app:p@ss-Word-2026").toString("base64")}`,
    "p@ss-word-2026",
  ]) {
    for (const error of [
      { code: "28P01", severity: "FATAL", message: said, hint: said },
      { code: "42601", severity: "ERROR", message: said, constraint: said },
      { code: "ER_ACCESS_DENIED_ERROR", errno: 1045, sqlState: "28000", sqlMessage: said },
      { code: "ER_PARSE_ERROR", errno: 1064, sqlState: "42000", sqlMessage: said },
    ]) {
      const { code, message, details } = databaseError(error, settings);
      const told = JSON.stringify({ code, message, details });
      assert.doesNotMatch(told, /ss-word-2026|cDphc3M|YXBwOnBA/i);
    }
  }
});
