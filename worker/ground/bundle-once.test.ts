import assert from "node:assert/strict";
import { test } from "node:test";
import { bundleOnce } from "./bundle-once.ts";

test(
  "a bundle that is aborted rejects at once, however long it would take, and the next one is made",
  { timeout: 30_000 },
  async () => {
    const aborter = new AbortController();
    const endless = bundleOnce(
      {
        stdin: { contents: "import 'a';" },
        bundle: true,
        logLevel: "silent",
        plugins: [
          { name: "endless", setup: (build) => build.onResolve({ filter: /^a$/ }, () => new Promise(() => {})) },
        ],
      },
      aborter.signal,
    );
    const rejected = assert.rejects(endless, /stopped by somebody/);
    setTimeout(() => aborter.abort(new Error("stopped by somebody")), 50);
    await rejected;
    await assert.rejects(bundleOnce({ stdin: { contents: "1" } }, aborter.signal), /stopped by somebody/);
    const next = await bundleOnce({ stdin: { contents: "globalThis.a = 1" } });
    assert.match(next.outputFiles[0]?.text ?? "", /globalThis\.a = 1/);
  },
);
