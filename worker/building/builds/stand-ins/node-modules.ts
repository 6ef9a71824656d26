// Why: docs/decisions/stand-ins-for-node.md
/** Node modules that have a stand-in, with its file in our package. Functions and packages may import them. */
const standIns = new Map([
  ["assert", "assert"],
  ["assert/strict", "assert-strict"],
  ["buffer", "buffer"],
  ["crypto", "crypto"],
  ["events", "events"],
  ["http", "http"],
  ["https", "https"],
  ["os", "os"],
  ["path", "path"],
  ["path/posix", "path"],
  ["perf_hooks", "perf_hooks"],
  ["process", "process"],
  ["punycode", "punycode"],
  ["querystring", "querystring"],
  ["stream", "stream"],
  ["stream/promises", "stream-promises"],
  ["stream/web", "stream-web"],
  ["string_decoder", "string_decoder"],
  ["sys", "util"],
  ["timers", "timers"],
  ["timers/promises", "timers-promises"],
  ["tty", "tty"],
  ["url", "url"],
  ["util", "util"],
  ["util/types", "util-types"],
  ["zlib", "zlib"],
]);

/**
 * The modules that a Function's source may import. The others are only for packages; Functions have better Web APIs.
 */
const ofFunctions = new Set([
  "assert",
  "assert/strict",
  "buffer",
  "crypto",
  "events",
  "path",
  "path/posix",
  "punycode",
  "querystring",
  "stream",
  "stream/promises",
  "string_decoder",
  "url",
  "util",
]);

const plain = (specifier: string) => specifier.replace(/^node:/, "");

/** The file of the stand-in for a Node module, with or without `node:`. Undefined when there is none. */
export function standInOf(specifier: string): string | undefined {
  const name = standIns.get(plain(specifier));
  return name === undefined ? undefined : `${name}.cjs`;
}

/** Whether a Function may import this Node module itself. */
export const isForFunctions = (specifier: string): boolean => ofFunctions.has(plain(specifier));

const sockets = "opens network connections of its own, and a Function has only HTTP, over fetch";
const processes = "starts programs or threads, and a Function runs on one thread";
/** Modules that a package cannot work without, and their purpose. */
const refused = new Map([
  ["child_process", processes],
  ["cluster", processes],
  ["dgram", sockets],
  ["http2", sockets],
  ["inspector", processes],
  ["net", sockets],
  ["sqlite", "opens files, and a Function has none"],
  ["tls", sockets],
  ["wasi", "runs native code, and the sandbox runs JavaScript only"],
  ["worker_threads", processes],
]);

/**
 * Why we refuse a package that needs this Node module. Undefined when the package can do without the module.
 */
export const whyRefused = (specifier: string): string | undefined =>
  refused.get(plain(specifier).split("/", 1)[0] ?? "");

/** Packages that connect through a proxy. Other packages depend on them but rarely use them. */
export const agentPackages = new Set([
  "agent-base",
  "agentkeepalive",
  "http-proxy-agent",
  "https-proxy-agent",
  "pac-proxy-agent",
  "proxy-agent",
  "socks-proxy-agent",
]);
export const agentsFile = "agents.cjs";
