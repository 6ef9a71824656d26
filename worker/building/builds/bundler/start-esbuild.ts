// Why: docs/decisions/enclosed-esbuild.md
import childProcess, { type ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import type { build } from "esbuild";

export type Build = typeof build;

/**
 * Connects to a confined esbuild program, which already runs at the other end of this stream. esbuild's module can only
 * start a program, but this process may not start one. When the program is gone, this process ends at once.
 */
export async function esbuildBehind(stream: Duplex): Promise<Build> {
  // Our handler must come before the one of esbuild's module. The module's handler would blame the source in work, and
  // the worker would not retry.
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
  // This happens while esbuild's files are still readable.
  await esbuild.initialize({});
  return esbuild.build;
}

/**
 * Runs esbuild as WebAssembly in this process, for platforms that cannot confine the program. It has the process's own
 * limits and no file system at all. It takes ten times as long.
 */
export async function esbuildWithin(bytes: Uint8Array): Promise<Build> {
  // esbuild's module expects this global.
  Object.assign(globalThis, { self: globalThis });
  const esbuild = await import("esbuild-wasm/esm/browser.js");
  const { compile } = Reflect.get(globalThis, "WebAssembly") as { compile: (bytes: Uint8Array) => Promise<never> };
  await esbuild.initialize({ wasmModule: await compile(bytes), worker: false });
  return esbuild.build;
}
