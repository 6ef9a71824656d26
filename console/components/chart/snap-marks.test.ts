import assert from "node:assert/strict";
import { test } from "node:test";
import { snapMarks } from "./snap-marks.ts";

test("a mark stands at the beginning of the step in which it happened, and none before the first", () => {
  const times = ["2026-11-21T08:00:00.000Z", "2026-11-21T08:15:00.000Z", "2026-11-21T08:30:00.000Z"];
  const mark = (at: string) => ({ at, label: at });
  const ats = ["2026-11-21T07:59:59Z", "2026-11-21T08:00:00.000Z", "2026-11-21T08:29:59.999Z", "2026-11-21T09:00:00Z"];
  assert.deepEqual(
    snapMarks(ats.map(mark), times).map(({ at }) => at),
    [times[0], times[1], times[2]],
  );
  assert.deepEqual(snapMarks([mark(ats[1]!)], []), []);
});
