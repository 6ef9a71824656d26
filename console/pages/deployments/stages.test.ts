import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { stagesOf } from "./stages.ts";

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 12, 0, second)).toISOString();
const line = (second: number, stage?: string) => ({
  at: at(second),
  level: "info" as const,
  message: "",
  ...(stage === undefined ? {} : { data: { stage } }),
});
const deployment = (facts: Partial<Parameters<typeof stagesOf>[0]>): Parameters<typeof stagesOf>[0] => ({
  kind: "deploy",
  status: "completed",
  createdAt: at(0),
  startedAt: at(2),
  finishedAt: at(10),
  error: null,
  tests: null,
  log: [line(0, "queue"), line(2, "build"), line(5), line(8, "check"), line(9, "activate"), line(10)],
  ...facts,
});
const short = (facts: Parameters<typeof deployment>[0], now = at(20)) =>
  stagesOf(deployment(facts), Date.parse(now)).map(({ name, state, durationMs }) => [name, state, durationMs]);

describe("the stages of a deployment", () => {
  test("each takes until the next begins, the last until the end", () => {
    assert.deepEqual(short({}), [
      ["queue", "done", 2_000],
      ["build", "done", 6_000],
      ["check", "done", 1_000],
      ["activate", "done", 1_000],
    ]);
  });

  test("the one that runs counts on, those after it wait", () => {
    const facts = { status: "building", finishedAt: null, log: [line(0, "queue"), line(2, "build")] } as const;
    assert.deepEqual(short(facts, at(5)), [
      ["queue", "done", 2_000],
      ["build", "running", 3_000],
      ["check", "waiting", null],
      ["activate", "waiting", null],
    ]);
  });

  test("a failure is shown where it happened, and what comes after was not done", () => {
    const error = { code: "INPUT_NOT_AN_OBJECT", step: "assemble", message: "", file: null, line: null } as const;
    const log = [line(0, "queue"), line(2, "build"), line(8, "check"), line(10)];
    assert.deepEqual(short({ status: "failed", error, log }), [
      ["queue", "done", 2_000],
      ["build", "done", 6_000],
      ["check", "failed", 2_000],
      ["activate", "skipped", null],
    ]);
  });

  test("one that was cancelled before it began has no build", () => {
    const error = { code: "CANCELLED", step: "queued", message: "", file: null, line: null } as const;
    const facts = { status: "cancelled", error, startedAt: null, finishedAt: at(3), log: [line(0, "queue")] } as const;
    assert.deepEqual(short(facts), [
      ["queue", "cancelled", 3_000],
      ["build", "skipped", null],
      ["check", "skipped", null],
      ["activate", "skipped", null],
    ]);
  });

  test("a release has one stage, for it builds nothing", () => {
    const log = [line(2, "activate"), line(10)];
    assert.deepEqual(short({ kind: "release", log }), [["activate", "done", 8_000]]);
  });

  test("the tests are a stage where they ran, or failed", () => {
    const log = [line(0, "queue"), line(2, "build"), line(5, "tests"), line(8, "check"), line(9, "activate"), line(10)];
    const tests = { passed: 3, failed: 0, skipped: 0 };
    assert.deepEqual(short({ log, tests }), [
      ["queue", "done", 2_000],
      ["build", "done", 3_000],
      ["tests", "done", 3_000],
      ["check", "done", 1_000],
      ["activate", "done", 1_000],
    ]);
    const error = { code: "TESTS_FAILED", step: "tests", message: "", file: null, line: null } as const;
    const failed = { passed: 3, failed: 1, skipped: 0 };
    assert.deepEqual(short({ log: log.slice(0, 3), tests: failed, error, status: "failed" }), [
      ["queue", "done", 2_000],
      ["build", "done", 3_000],
      ["tests", "failed", 5_000],
      ["check", "skipped", null],
      ["activate", "skipped", null],
    ]);
  });
});
