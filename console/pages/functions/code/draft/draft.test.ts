import assert from "node:assert/strict";
import { test } from "node:test";
import { createDraft } from "./draft.ts";
import type { FunctionDetail } from "./fields.ts";

const saved = (over: Partial<FunctionDetail> = {}): FunctionDetail =>
  ({
    id: "fn_1",
    revision: 1,
    source: "one\r\ntwo",
    name: "A",
    timeoutMs: 1,
    permissions: {},
    ...over,
  }) as FunctionDetail;

test("is not dirty for another end of line, nor for a change that was taken back", () => {
  const draft = createDraft(saved());
  assert.equal(draft.isDirty.get(), false);
  draft.write("one\ntwo\n");
  draft.change("name", "B");
  assert.equal(draft.isDirty.get(), true);
  draft.write("one\ntwo");
  assert.equal(draft.isDirty.get(), true);
  draft.change("name", "A");
  assert.deepEqual([draft.isDirty.get(), draft.fields.get()], [false, {}]);
});

test("has the tests beside the source, which another end of line does not change", () => {
  const draft = createDraft(saved({ tests: "one\r\ntwo" }));
  draft.change("tests", "one\ntwo");
  assert.deepEqual([draft.isDirty.get(), draft.fields.get()], [false, {}]);
  draft.replaceTests("one\r\ntwo\r\nthree");
  assert.deepEqual([draft.fields.get(), draft.epoch.get()], [{ tests: "one\ntwo\nthree" }, 1]);
  assert.deepEqual([draft.isDirty.get(), draft.source.get()], [true, "one\ntwo"]);
});

test("keeps what was written while a save was under way", () => {
  const draft = createDraft(saved());
  draft.write("sent");
  draft.change("name", "Sent");
  const sent = { source: draft.source.get(), fields: draft.fields.get() };
  draft.write("sent, and more");
  draft.change("timeoutMs", 9);
  draft.rebase(saved({ revision: 2, source: "sent", name: "Sent" }), sent);
  assert.deepEqual([draft.source.get(), draft.fields.get()], ["sent, and more", { timeoutMs: 9 }]);
  assert.equal(draft.isDirty.get(), true);
});

test("begins the editor anew only when the text comes from elsewhere", () => {
  const draft = createDraft(saved());
  draft.write("typed");
  assert.equal(draft.epoch.get(), 0);
  draft.reset(saved({ revision: 3, source: "theirs" }));
  assert.deepEqual([draft.epoch.get(), draft.source.get(), draft.isDirty.get()], [1, "theirs", false]);
});

test("goes on with what was kept, over the revision that it was begun over", () => {
  const kept = { source: "typed", fields: { name: "B", timeoutMs: 1 }, revision: 1, at: 1 };
  const draft = createDraft(saved({ revision: 4, source: "theirs" }), kept);
  assert.deepEqual([draft.source.get(), draft.fields.get()], ["typed", { name: "B" }]);
  assert.deepEqual([draft.isDirty.get(), draft.base.get().revision], [true, 1]);
  const settings = createDraft(saved({ revision: 4, source: "theirs" }), { ...kept, source: null });
  assert.deepEqual([settings.source.get(), settings.fields.get()], ["theirs", { name: "B" }]);
});

test("is clean when somebody has saved the same since", () => {
  const draft = createDraft(saved({ revision: 2, name: "B" }), {
    source: "one\ntwo",
    fields: { name: "B" },
    revision: 1,
    at: 1,
  });
  assert.deepEqual([draft.isDirty.get(), draft.base.get().revision], [false, 2]);
});
