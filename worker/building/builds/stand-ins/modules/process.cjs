"use strict";
// As the package `process` of bundlers: nothing of the machine, and no version, so that packages do not take it for Node.
const nothing = () => process;
const start = performance.now();
const process = {
  title: "ferrule",
  browser: true,
  platform: "browser",
  arch: "",
  pid: 1,
  env: { NODE_ENV: "production" },
  argv: [],
  execArgv: [],
  version: "",
  versions: {},
  release: {},
  config: {},
  exitCode: undefined,
  nextTick: (call, ...values) => queueMicrotask(() => call(...values)),
  cwd: () => "/",
  umask: () => 0,
  uptime: () => (performance.now() - start) / 1000,
  memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }),
  emitWarning: (warning) => console.warn(String(warning)),
  binding: () => {
    throw new Error("A Function has no process: process.binding does not exist in the sandbox.");
  },
  exit: () => {
    throw new Error("A Function has no process to end: return, or throw an error.");
  },
  listeners: () => [],
  on: nothing,
  once: nothing,
  off: nothing,
  addListener: nothing,
  removeListener: nothing,
  removeAllListeners: nothing,
  emit: () => false,
};
process.hrtime = (before = [0, 0]) => {
  const now = performance.now() - start;
  const nanoseconds = Math.floor((now % 1000) * 1e6) - before[1];
  const seconds = Math.floor(now / 1000) - before[0];
  return nanoseconds < 0 ? [seconds - 1, nanoseconds + 1e9] : [seconds, nanoseconds];
};
process.hrtime.bigint = () => BigInt(Math.floor((performance.now() - start) * 1e6));

module.exports = process;
