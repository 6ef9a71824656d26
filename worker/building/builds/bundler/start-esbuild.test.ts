import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import type { Duplex } from "node:stream";
import { serialize } from "node:v8";
import { answerBounds } from "../messages/build-messages.ts";
import { openMessageStream } from "../messages/message-stream.ts";

const require = createRequire(import.meta.url);
const { version } = require("esbuild/package.json") as { version: string };
const program = createRequire(require.resolve("esbuild/package.json")).resolve(
  `@esbuild/${process.platform}-${process.arch}/bin/esbuild`,
);

test(
  "a bundler whose esbuild goes in the middle ends, and says nothing about the source",
  { timeout: 60_000 },
  async () => {
    await using stack = new AsyncDisposableStack();
    const bundler = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), "-", "-"], {
      stdio: ["ignore", "ignore", "inherit", "pipe", "pipe"],
    });
    stack.defer(() => void bundler.kill("SIGKILL"));
    const esbuild = spawn(program, [`--service=${version}`, "--ping"], { stdio: ["pipe", "pipe", "inherit"] });
    stack.defer(() => void esbuild.kill("SIGKILL"));
    const [asked, between] = bundler.stdio.slice(3) as unknown as [Duplex, Duplex];

    let isAsked = false;
    between.on("data", (packet: Buffer) => {
      // In this test, the build's first packet never arrives.
      if (isAsked) between.destroy();
      else esbuild.stdin.write(packet);
    });
    esbuild.stdout.pipe(between);
    const told: unknown[] = [];
    const ready = Promise.withResolvers<void>();
    const messages = openMessageStream(asked, answerBounds, {
      onMessage(message) {
        told.push(JSON.parse(message.toString("utf8")));
        ready.resolve();
      },
      onBroken: () => ready.reject(new Error("The bundler has gone before it was asked.")),
    });
    const ended = once(bundler, "exit");
    await ready.promise;

    isAsked = true;
    messages.send(serialize({ id: 1, body: { source: "export default () => 1;" } }));
    assert.deepEqual(await ended, [1, null]);
    assert.deepEqual(told, [{ ready: true }]);
  },
);
