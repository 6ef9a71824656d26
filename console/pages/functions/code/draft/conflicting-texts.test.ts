import assert from "node:assert/strict";
import { test } from "node:test";
import { conflictingTexts, takeMerged } from "./conflicting-texts.ts";
import { createDraft } from "./draft.ts";
import type { FunctionDetail } from "./fields.ts";

const saved = (over: Partial<FunctionDetail> = {}): FunctionDetail =>
  ({
    id: "fn_1",
    revision: 1,
    source: "one\r\ntwo",
    tests: "first",
    name: "A",
    timeoutMs: 1,
    ...over,
  }) as FunctionDetail;

test("names only texts that the user has changed and that differ from theirs", () => {
  const draft = createDraft(saved());
  assert.deepEqual(conflictingTexts(draft, saved({ revision: 2, source: "theirs", tests: "theirs" })), []);
  draft.write("mine");
  draft.change("tests", "tests of mine");
  assert.deepEqual(conflictingTexts(draft, saved({ revision: 2, source: "mine\r\n" })), [
    { name: "source", theirs: "mine\r\n", mine: "mine" },
    { name: "tests", theirs: "first", mine: "tests of mine" },
  ]);
  assert.deepEqual(conflictingTexts(draft, saved({ revision: 2, source: "mine", tests: "tests of mine" })), []);
});

test("takes a source that only they have changed, beside tests of one's own", () => {
  const draft = createDraft(saved());
  draft.replaceTests("tests of mine");
  const theirs = saved({ revision: 2, source: "theirs", tests: "tests of theirs", timeoutMs: 9 });
  takeMerged(draft, theirs, { tests: "tests of both" });
  assert.deepEqual([draft.source.get(), draft.fields.get()], ["theirs", { tests: "tests of both" }]);
  assert.deepEqual([draft.base.get().revision, draft.isDirty.get()], [2, true]);
});

test("is clean after a merge that took all of theirs", () => {
  const draft = createDraft(saved());
  draft.write("mine");
  takeMerged(draft, saved({ revision: 2, source: "theirs" }), { source: "theirs" });
  assert.deepEqual([draft.source.get(), draft.isDirty.get()], ["theirs", false]);
});
