import assert from "node:assert/strict";
import test from "node:test";
import { derivedIdentifier, identifier, madeAt } from "./identifier.ts";
import { requestIdFrom } from "./http/request-id.ts";

test("identifiers are unique and have the documented form", () => {
  const made = new Set(Array.from({ length: 20_000 }, () => identifier("fn")));
  assert.equal(made.size, 20_000);
  for (const one of made) assert.match(one, /^fn_[0-9a-hjkmnp-tv-z]{24}$/);
});

test("identifiers sort by the millisecond of their creation", () => {
  const made = [1, 1_000, 1_000_000, 1_700_000_000_000, 1_700_000_000_001].map((now) => identifier("exe", now));
  assert.deepEqual(made.toSorted(), made);
});

test("a derived identifier is the same for the same words, and another for any others", () => {
  const one = derivedIdentifier("fn", "pvw_1", "orders");
  assert.match(one, /^fn_[0-9a-hjkmnp-tv-z]{24}$/);
  assert.equal(derivedIdentifier("fn", "pvw_1", "orders"), one);
  const others = [["pvw_2", "orders"], ["pvw_1", "order", "s"], ["pvw_1orders"], ["pvw_1", "orders", ""]];
  for (const words of others) assert.notEqual(derivedIdentifier("fn", ...words), one);
});

test("an identifier says when it was made, anything else does not", () => {
  for (const now of [0, 1, 1_700_000_000_001, 2 ** 48 - 1]) assert.equal(madeAt(identifier("exe", now)), now);
  for (const other of ["", "exe_", "exe_none", "client-17", `exe_${"u".repeat(24)}`]) assert.equal(madeAt(other), null);
});

test("a well-formed inbound request id is kept, anything else is replaced", () => {
  assert.equal(requestIdFrom("A-1:b._c"), "A-1:b._c");
  for (const bad of [undefined, "", "a b", "x".repeat(129), "é", ["a", "b"]]) assert.match(requestIdFrom(bad), /^req_/);
});
