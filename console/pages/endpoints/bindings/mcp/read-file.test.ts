import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "./read-file.ts";

const file = (name: string, data: string | Uint8Array<ArrayBuffer>, type = "") => new File([data], name, { type });

test("a text file becomes a text, with the media type of its name", async () => {
  assert.deepEqual(await readFile(file("hand.book.md", "# Ü")), {
    content: { text: "# Ü" },
    mimeType: "text/markdown",
  });
  assert.deepEqual(await readFile(file("LICENSE", "Free")), { content: { text: "Free" }, mimeType: "text/plain" });
});

test("an image becomes base64, and so does a text file that is no UTF-8", async () => {
  const png = await readFile(file("a.PNG", Uint8Array.of(137, 80, 78, 71), "image/png"));
  assert.deepEqual(png, { content: { base64: "iVBORw==" }, mimeType: "image/png" });
  const svg = await readFile(file("a.svg", "<svg onload='alert(1)'/>"));
  assert.ok("content" in svg && "base64" in svg.content);
  const broken = await readFile(file("a.txt", Uint8Array.of(0xff, 0xfe)));
  assert.deepEqual(broken, { content: { base64: "//4=" }, mimeType: "text/plain" });
  const nothing = await readFile(file("constructor", Uint8Array.of(0, 1)));
  assert.deepEqual(nothing, { content: { base64: "AAE=" }, mimeType: null });
});

test("a file of one byte more than 1 MiB is refused, and one of 1 MiB is whole", async () => {
  const whole = await readFile(file("a.bin", new Uint8Array(1_048_576)));
  assert.ok("content" in whole && "base64" in whole.content && atob(whole.content.base64).length === 1_048_576);
  const more = await readFile(file("big.bin", new Uint8Array(1_048_577)));
  assert.ok("problem" in more && more.problem.startsWith("big.bin has 1 MiB. The Project keeps at most 1 MiB"));
});
