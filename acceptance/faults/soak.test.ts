import assert from "node:assert/strict";
import { test } from "node:test";
import { describeFigures, runSoak } from "./run-soak.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const minutes = Number(process.env["FERRULE_SOAK_MINUTES"] ?? 30);

test(
  "under mixed load, with something broken every 20 s, nothing is lost",
  { skip: full ? false : "long" },
  async (t) => {
    const figures = await runSoak({ minutes, everyMs: 20_000, say: (line) => t.diagnostic(line) });
    for (const line of describeFigures(figures).split("\n")) t.diagnostic(line);
    assert.deepEqual(figures.broken, []);
  },
);
