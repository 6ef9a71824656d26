import assert from "node:assert/strict";
import { test } from "node:test";
import { kindNames, nextClaim, type Kind, type KindsClaim } from "./places.ts";

const claim = (
  places: number,
  counts: Partial<Record<Kind, number>> = {},
  open: readonly KindsClaim[] = [],
  brief: readonly Kind[] = [],
) => nextClaim(places, { count: (kind) => counts[kind] ?? 0, isBrief: (kind) => brief.includes(kind) }, open);

test("a worker asks for all kinds in one claim while each of them has room", () => {
  assert.deepEqual(claim(32), { kinds: kindNames, max: 16 });
  assert.deepEqual(claim(32, { runs: 20, "cron-runs": 4 }), { kinds: kindNames, max: 4 });
  assert.equal(claim(32, {}, [{ kinds: kindNames, max: 16 }]), null);
});

test("a kind gets all places but those that are kept for the others, and these get theirs", () => {
  const others: KindsClaim = { kinds: ["cron-runs", "deliveries"], max: 4 };
  assert.deepEqual(claim(32, { runs: 24 }), others);
  assert.equal(claim(32, { runs: 24 }, [others]), null);
  assert.deepEqual(claim(32, { runs: 23 }, [others]), { kinds: ["runs"], max: 1 });
  assert.deepEqual(claim(32, { runs: 24, deliveries: 4 }), { kinds: ["cron-runs"], max: 4 });
  assert.equal(claim(32, { runs: 24, deliveries: 4, "cron-runs": 4 }), null);
});

test("a worker with few places keeps one for each kind, and with fewer than kinds none", () => {
  assert.deepEqual(claim(3), { kinds: kindNames, max: 1 });
  assert.deepEqual(claim(3, { deliveries: 1 }), { kinds: ["runs", "cron-runs"], max: 1 });
  assert.deepEqual(claim(2, { deliveries: 1 }), { kinds: kindNames, max: 1 });
  assert.equal(claim(1, { deliveries: 1 }), null);
});

test("while all that is in hand is brief, no place is kept", () => {
  assert.deepEqual(claim(32, { runs: 24 }, [], ["runs"]), { kinds: kindNames, max: 8 });
  assert.equal(claim(32, { runs: 32 }, [], ["runs"]), null);
  assert.deepEqual(claim(32, { runs: 24, deliveries: 1 }, [], ["runs"]), {
    kinds: ["cron-runs", "deliveries"],
    max: 3,
  });
  assert.deepEqual(
    claim(8, {}, [], kindNames),
    { kinds: kindNames, max: 6 },
    "a worker with nothing knows nothing yet",
  );
});
