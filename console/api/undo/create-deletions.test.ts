import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { createDeletions, undoMs } from "./create-deletions.ts";

/** A tab's deletions, and what happened. `answer` is what the server does. */
function tab(answer: (id: string) => Promise<unknown> = async () => undefined) {
  const deletions = createDeletions();
  const happened: string[] = [];
  const remove = (id: string, path = "/secrets") =>
    deletions.add({
      id,
      path,
      send: async () => {
        happened.push(`${id} sent`);
        await answer(id);
      },
      onEnd: () => happened.push(`${id} over`),
      onRefused: ({ message }) => happened.push(`${id} refused: ${message}`),
    });
  return { deletions, happened, remove, hidden: () => [...deletions.gone.get()] };
}

describe("a deletion that can be undone", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  test("hides the thing at once, and is sent after ten seconds", async () => {
    const { deletions, happened, remove, hidden } = tab();
    remove("sec_1");
    assert.deepEqual(hidden(), ["sec_1"]);
    mock.timers.tick(undoMs - 1);
    assert.deepEqual(happened, []);
    mock.timers.tick(1);
    await deletions.settle();
    assert.deepEqual(happened, ["sec_1 over", "sec_1 sent"]);
    assert.deepEqual(hidden(), [], "the lists are read again");
  });

  test("sends nothing once it is undone, and shows the thing again", async () => {
    const { deletions, happened, remove, hidden } = tab();
    remove("sec_1");
    remove("sec_2");
    deletions.undo("sec_1");
    assert.deepEqual(hidden(), ["sec_2"]);
    mock.timers.tick(undoMs * 2);
    await deletions.settle();
    assert.deepEqual(happened, ["sec_1 over", "sec_2 over", "sec_2 sent"]);
  });

  test("cannot be undone once it is sent", async () => {
    let answer = () => undefined as void;
    const { deletions, happened, remove, hidden } = tab(() => new Promise<void>((resolve) => (answer = resolve)));
    remove("sec_1");
    mock.timers.tick(undoMs);
    deletions.undo("sec_1");
    assert.deepEqual(hidden(), ["sec_1"]);
    answer();
    await deletions.settle();
    assert.deepEqual(happened, ["sec_1 over", "sec_1 sent"]);
  });

  test("brings the thing back with the reason, if the server refuses it", async () => {
    const { deletions, happened, remove, hidden } = tab(async () => {
      throw new Error("It is in use.");
    });
    remove("sec_1");
    mock.timers.tick(undoMs);
    await deletions.settle();
    assert.deepEqual(happened, ["sec_1 over", "sec_1 sent", "sec_1 refused: It is in use."]);
    assert.deepEqual(hidden(), []);
  });

  test("is sent before whatever follows it, which waits for its answer", async () => {
    let answer = () => undefined as void;
    const { deletions, happened, remove } = tab(() => new Promise<void>((resolve) => (answer = resolve)));
    remove("sec_1");
    const settled = deletions.settle().then(() => happened.push("settled"));
    assert.deepEqual(happened, ["sec_1 over", "sec_1 sent"], "sent at once: the page may be closing");
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(happened.includes("settled"), false);
    answer();
    await settled;
    assert.deepEqual(happened.at(-1), "settled");
    mock.timers.tick(undoMs);
    assert.equal(happened.filter((each) => each === "sec_1 sent").length, 1);
  });

  test("is sent when its page is left, and not while that page is shown", async () => {
    const { deletions, happened, remove } = tab();
    remove("sec_1", "/secrets");
    remove("fn_1", "/functions");
    deletions.leave("/functions");
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(happened, ["sec_1 over", "sec_1 sent"]);
  });
});
