import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileTemplate } from "./match-template.ts";

const match = (template: string, uri: string) => {
  const values = compileTemplate(template).match(uri);
  return values === null ? null : { ...values };
};

describe("URI templates", () => {
  const fits: [template: string, uri: string, values: Record<string, string>][] = [
    ["orders://{id}", "orders://A-1", { id: "A-1" }],
    ["orders://{id}/items/{item}", "orders://A-1/items/2", { id: "A-1", item: "2" }],
    ["map://{x,y}", "map://1024,768", { x: "1024", y: "768" }],
    ["docs://{+path}", "docs://guides/a,b/start.md", { path: "guides/a,b/start.md" }],
    ["docs://page{#part}", "docs://page#intro", { part: "intro" }],
    ["docs://page{#part}", "docs://page", {}],
    ["docs://file{.format}", "docs://file.md", { format: "md" }],
    ["docs:/{/a,b}", "docs://x/y", { a: "x", b: "y" }],
    ["docs:/{/a,b}", "docs://x", { a: "x" }],
    ["docs://x{;size,color}", "docs://x;size=3;color=red", { size: "3", color: "red" }],
    ["docs://search{?words,page}", "docs://search?words=a%20b&page=2", { words: "a b", page: "2" }],
    ["docs://search{?words,page}", "docs://search?page=2&words=a", { words: "a", page: "2" }],
    ["docs://search{?words,page}", "docs://search", {}],
    ["docs://search?fixed=1{&page}", "docs://search?fixed=1&page=2", { page: "2" }],
    ["docs://{name}", "docs://caf%C3%A9%2Fbar", { name: "café/bar" }],
    ["docs://{a}-{b}", "docs://x-y-z", { a: "x-y", b: "z" }],
    ["docs://{+path}/raw{?v}", "docs://a/raw/raw?v=1", { path: "a/raw", v: "1" }],
    ["docs://{__proto__}", "docs://x", { ["__proto__"]: "x" }],
  ];
  for (const [template, uri, values] of fits) {
    test(`${template} gives ${uri}`, () => {
      const pairs = (given: object) => new Map(Object.entries(given));
      assert.deepEqual(pairs(match(template, uri) ?? { no: "match" }), pairs(values));
    });
  }

  const misfits: [template: string, uri: string][] = [
    ["orders://{id}", "orders://"],
    ["orders://{id}", "orders://a/b"],
    ["orders://{id}", "Orders://a"],
    ["orders://{id}", "orders://a?b=c"],
    ["orders://{id}", "orders://é"],
    ["docs://search{?words}", "docs://search?other=1"],
    ["docs://search{?words}", "docs://search?words=1&words=2"],
    ["docs://search{?words}", "docs://search?words=1&"],
    ["docs://{+path}", "docs://../secrets"],
    ["docs://{+path}", "docs://a/%2e%2e/b"],
    ["docs://{+path}", "docs://a/%252e%252e/b"],
    ["docs://{+path}", "docs://a%5c..%5cb"],
    ["docs://{name}", "docs://..%2Fsecrets"],
    ["docs://{name}", "docs://%2e"],
    ["docs://{name}", "docs://a%00b"],
    ["docs://{name}", "docs://a%0d%0ab"],
    ["docs://{name}", "docs://a%E2%80%A8b"],
    ["docs://{name}", "docs://%ff"],
    ["docs://{name}", "docs://%"],
    ["docs://search{?words}", "docs://search?words=..%2F..%2Fx"],
  ];
  for (const [template, uri] of misfits) {
    test(`${template} does not give ${uri}`, () => {
      assert.equal(match(template, uri), null);
    });
  }

  test("more text weighs more, then closed variables, then fewer of them", () => {
    const weights = ["d://{a}/items", "d://{a}", "d://{a}{b}", "d://{+a}"].map((one) => compileTemplate(one).weight);
    assert.deepEqual(
      weights,
      weights.toSorted((a, b) => b - a),
    );
    assert.equal(new Set(weights).size, weights.length);
  });

  test("fifty open variables and a URI that fits none end soon", () => {
    const template = `d://${Array.from({ length: 50 }, (_, at) => `{+v${at}}`).join("a")}!`;
    const compiled = compileTemplate(template);
    const began = performance.now();
    assert.equal(compiled.match(`d://${"a".repeat(2_000)}`), null);
    assert.ok(compiled.match(`d://${"a".repeat(2_000)}!`) !== null);
    assert.ok(performance.now() - began < 5_000);
  });
});
