import childProcess, { type ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import type { build } from "esbuild";

export type Build = typeof build;

/**
 * esbuild as a program that runs already, confined, at the other end of this stream: this process may start none, and esbuild's
 * module knows no other way to get at one than to start it. When that program has gone, this process ends at once.
 */
export async function esbuildBehind(stream: Duplex): Promise<Build> {
  // Before esbuild's module hears of it, which would blame the source that is being bundled: the worker would not ask again.
  const end = () => process.exit(1);
  for (const event of ["end", "error", "close"]) stream.once(event, end);
  const running = Object.assign(new EventEmitter(), {
    stdin: stream,
    stdout: stream,
    ref: () => {},
    unref: () => {},
    kill: () => true,
  });
  childProcess.spawn = (() => running as unknown as ChildProcess) as typeof childProcess.spawn;
  const esbuild = await import("esbuild");
  // While its files can be read.
  await esbuild.initialize({});
  return esbuild.build;
}

/**
 * esbuild as WebAssembly in this process, which has the same bounds as its own texts and no file system at all: where the platform
 * cannot confine the program. It takes ten times as long.
 */
export async function esbuildWithin(bytes: Uint8Array): Promise<Build> {
  // What its module is written for.
  Object.assign(globalThis, { self: globalThis });
  const esbuild = await import("esbuild-wasm/esm/browser.js");
  const { compile } = Reflect.get(globalThis, "WebAssembly") as { compile: (bytes: Uint8Array) => Promise<never> };
  await esbuild.initialize({ wasmModule: await compile(bytes), worker: false });
  return esbuild.build;
}
