import assert from "node:assert/strict";
import { test } from "node:test";
import { curlOf, fetchOf, requestOf } from "./http-request.ts";

test("puts what the path names into it, escaped, and the rest of a GET into the query", () => {
  const request = requestOf({ method: "GET", path: "/orders/{id}" }, { id: "a/b $&", tag: ["x", "y"], limit: 5 });
  assert.deepEqual(request, {
    method: "GET",
    path: "/orders/a%2Fb%20%24%26?tag=x&tag=y&limit=5",
    body: undefined,
    bodyType: "json",
  });
});

test("puts the rest of a POST into the body, which is there even when it is empty", () => {
  assert.deepEqual(requestOf({ method: "POST", path: "/orders/{id}" }, { id: 7, lines: [{ sku: "a" }] }), {
    method: "POST",
    path: "/orders/7",
    body: { lines: [{ sku: "a" }] },
    bodyType: "json",
  });
  assert.deepEqual(requestOf({ method: "PUT", path: "/" }, null).body, {});
});

test("tells the same request to a shell and to JavaScript, with the key only where there is one", () => {
  const request = requestOf({ method: "POST", path: "/a" }, { name: "it's" });
  const shell = curlOf("https://x.example/http/p", request, "k");
  assert.ok(shell.includes(String.raw`-d '{"name":"it'\''s"}'`));
  assert.ok(shell.includes("-H 'x-api-key: k'"));
  assert.doesNotMatch(curlOf("https://x.example", request, null), /x-api-key/);
  assert.match(fetchOf("https://x.example", request, "k"), /method: "POST",\n {2}headers: .*"x-api-key":"k"/);
});

test("encodes the letters of a path, so that a shell sends what is valid", () => {
  const route = { method: "GET", path: "/größe/{maß}/日本" } as const;
  assert.equal(requestOf(route, { maß: "x/ö" }).path, "/gr%C3%B6%C3%9Fe/x%2F%C3%B6/%E6%97%A5%E6%9C%AC");
});
