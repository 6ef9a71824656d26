import assert from "node:assert/strict";
import { test } from "node:test";
import { describeAgent } from "./describe-agent.ts";

const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

const said: readonly (readonly [string | null, string])[] = [
  [chrome, "Chrome 142 on Linux"],
  [`${chrome} Edg/142.0.0.0`, "Edge 142 on Linux"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox 131 on macOS"],
  [safari, "Safari 18 on iPhone"],
  ["curl/8.5.0", "curl 8"],
  ["node", "Node.js"],
  ["a".repeat(80), `${"a".repeat(59)}…`],
  [null, "Unknown"],
];

for (const [agent, words] of said)
  test(`says ${words.slice(0, 30)}`, () => {
    assert.equal(describeAgent(agent), words);
  });
