import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPath } from "./check-path.ts";

test("passes ordinary paths, escapes and dots inside names included", () => {
  for (const path of [
    "/",
    "/mcp/development/shop/orders",
    "/http/production/p/e/a%20b/c.json",
    "/api/",
    "/a/.well-known/x",
  ]) {
    assert.equal(checkPath(path), undefined, path);
  }
});

test("hides whatever could normalise to another path", () => {
  const odd = ["//internal/x", "/api//internal", "/api/../internal", "/api/./x", "/api/..", "/api/%2e%2e/internal"];
  odd.push(
    "/api/.%2E/internal",
    "/api%2finternal",
    "/api/a%5Cb",
    "/api/%00",
    "http://other/internal",
    "*",
    "",
    "/mcp/%2f",
  );
  for (const path of odd) assert.equal(checkPath(path), "NOT_FOUND", path);
});

test("refuses what a URL parser would rewrite", () => {
  for (const path of ["/api/%zz", "/api/%2", "/api/a\\b", '/api/"', "/api/é", "/api/#x", "/api/{id}"]) {
    assert.equal(checkPath(path), "VALIDATION_ERROR", path);
  }
});

test("decides a long hostile path in linear time", () => {
  const began = process.threadCpuUsage();
  checkPath(`${"/a".repeat(100_000)}\\`);
  checkPath(`/${".".repeat(200_000)}\\`);
  const { user, system } = process.threadCpuUsage(began);
  assert.ok(user + system < 500_000, `${user + system} µs`);
});
