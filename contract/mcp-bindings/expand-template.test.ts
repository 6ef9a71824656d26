import assert from "node:assert/strict";
import { test } from "node:test";
import { expandTemplate } from "./expand-template.ts";

const values = { var: "value", hello: "Hello World!", half: "50%", path: "/foo/bar", x: "1024", y: "768", empty: "" };

// RFC 6570, sections 1.2 and 3.2, up to level 3.
const cases: Readonly<Record<string, string>> = {
  "{var}": "value",
  "{hello}": "Hello%20World%21",
  "{half}": "50%25",
  "O{empty}X": "OX",
  "O{undef}X": "OX",
  "{+hello}": "Hello%20World!",
  "{+path}/here": "/foo/bar/here",
  "here?ref={+path}": "here?ref=/foo/bar",
  "X{#hello}": "X#Hello%20World!",
  "map?{x,y}": "map?1024,768",
  "{x,hello,y}": "1024,Hello%20World%21,768",
  "{+x,hello,y}": "1024,Hello%20World!,768",
  "{+path,x}/here": "/foo/bar,1024/here",
  "{#path,x}/here": "#/foo/bar,1024/here",
  "X{.x,y}": "X.1024.768",
  "{/var,x}/here": "/value/1024/here",
  "{;x,y,empty}": ";x=1024;y=768;empty",
  "{?x,y,empty}": "?x=1024&y=768&empty=",
  "?fixed=yes{&x}": "?fixed=yes&x=1024",
  "{?undef}": "",
  "{?undef,y}": "?y=768",
};

for (const [template, uri] of Object.entries(cases))
  test(`${template} becomes ${uri || "nothing"}`, () => assert.equal(expandTemplate(template, values), uri));

test("a value cannot leave its place, and half a character does no harm", () => {
  assert.equal(expandTemplate("o://{id}/x", { id: "../a?b#c" }), "o://..%2Fa%3Fb%23c/x");
  assert.equal(expandTemplate("o://{id}", { id: "\uD800é$&" }), "o://%EF%BF%BD%C3%A9%24%26");
  assert.equal(expandTemplate("o://{constructor}", {}), "o://");
  assert.equal(expandTemplate("o://{+id}", { id: "50%/%41" }), "o://50%25/%41");
});
