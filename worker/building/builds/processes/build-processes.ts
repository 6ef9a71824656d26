import { createRequire } from "node:module";
import { join, sep } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import type { Confinement } from "../../../ground/confinement/find-confinement.ts";
import { spawnConfined } from "../../../ground/confinement/spawn-confined.ts";
import { buildFolders } from "../build-folders.ts";
import { esbuildBounds, esbuildEnvironment } from "./enclosed-esbuild.ts";
import { GuardedProcess } from "./guarded-process.ts";
import { findStandIns } from "../stand-ins/find-stand-ins.ts";

/** The packages that read tarballs. */
const tarPackages = ["tar-stream", "streamx", "b4a", "fast-fifo", "text-decoder", "events-universal"];
/** Every package that the compiler process loads, including their dependencies. */
const compilerPackages = ["@ferrule/contract", "typescript-compiler", "lru-cache", "re2js", ...tarPackages];
/** The same for the bundler process, without esbuild and the stand-ins. */
const bundlerPackages = ["resolve.exports", "lru-cache", "semver", ...tarPackages];
/** esbuild's program and its module must have the same version. */
const { version: esbuildVersion } = createRequire(import.meta.url)("esbuild/package.json") as { version: string };
const everythingIn = (folder: string) => join(folder, "*");
const becomeUser = join(buildFolders.own, "..", "..", "ground", "confinement", "become-user.ts");

/**
 * V8 normally optimizes a function after 3,000 calls; here it waits for 200,000. Before that, most optimizations in a
 * compiler cost more than they gain, and long checks reach the number anyway. V8 collects garbage without helper
 * threads, because two compilers already keep two processors busy.
 */
const v8 = ["--invocation-count-for-turbofan=200000", "--single-threaded-gc"];

interface Start {
  log: Log;
  confinement: Confinement;
}

/**
 * Type-checks and derives schemas. TypeScript interprets other people's types and needs much memory, so it runs in its
 * own process. That process can start nothing, and can read only TypeScript, the guest types and this folder. Before
 * the first source, it becomes a user who can read none of these. A process that starts from a snapshot reads nothing
 * at all.
 */
export function startCompiler({ log, confinement }: Start, heapMb: number, snapshot?: string): GuardedProcess {
  const argv = buildFolders.declarations;
  if (snapshot !== undefined)
    return new GuardedProcess({ log, confinement, entry: { snapshot }, argv, readPaths: [], heapMb, v8 });
  return new GuardedProcess({
    log,
    confinement,
    entry: join(buildFolders.own, "compiler", "main.ts"),
    argv,
    readPaths: [
      becomeUser,
      ...[buildFolders.own, ...buildFolders.contract, ...argv].map(everythingIn),
      ...compilerPackages.map(buildFolders.package).map(everythingIn),
    ],
    heapMb,
    v8,
  });
}

/**
 * The `node_modules` that contain these packages. We cannot allow these one by one: if one folder's name begins with
 * another's (`call-bind`, `call-bind-apply-helpers`), Node's permission model forgets the shorter one.
 */
function rootsOf(folders: readonly string[]): string[] {
  const found = new Set(folders.map((folder) => /^.*[\\/]node_modules(?=[\\/])/.exec(folder)?.[0] ?? folder));
  return [...found].filter((one) => ![...found].some((other) => other !== one && one.startsWith(other + sep)));
}

/**
 * Bundles in a process that resolves imports and passes texts to esbuild. esbuild runs in a second process, in a folder
 * that holds only its program (`folder`). If the platform has no such folder, esbuild runs as WebAssembly inside the
 * process, under its permission model. `program`: the process as a single file.
 */
export function startBundler(
  { log, confinement }: Start,
  folder: string | undefined,
  program?: string,
): GuardedProcess {
  const esbuild = buildFolders.package("esbuild");
  const esbuildWasm = buildFolders.package("esbuild-wasm");
  const standIns = findStandIns();
  const wasm = join(esbuildWasm, "esbuild.wasm");
  return new GuardedProcess({
    log,
    confinement,
    entry: program ?? join(buildFolders.own, "bundler", "main.ts"),
    argv: [folder === undefined ? wasm : "-", JSON.stringify(standIns)],
    readPaths: [
      ...(program === undefined ? [becomeUser] : [program]),
      ...[
        buildFolders.own,
        esbuild,
        ...(folder === undefined ? [esbuildWasm] : [join(esbuild, "..", "@esbuild")]),
        ...(program === undefined ? bundlerPackages.map(buildFolders.package) : []),
        ...rootsOf(standIns.map(({ folder: installed }) => installed)),
      ].map(everythingIn),
    ],
    // A document of the registry may have up to 32 MiB.
    heapMb: 512,
    ...(folder === undefined ? {} : { helper: (stream) => startEsbuild(stream, folder, confinement) }),
  });
}

function startEsbuild(stream: unknown, folder: string, confinement: Confinement) {
  const uid = confinement.nextUid();
  const command = confinement.enclosed(folder, uid, esbuildBounds);
  if (command === null) throw new Error("This system cannot run a program in an enclosed process.");
  const channel = stream as "pipe";
  return spawnConfined([...command, "/esbuild", `--service=${esbuildVersion}`, "--ping"], {
    stdio: [channel, channel, "pipe"],
    uid,
    confinement,
    env: esbuildEnvironment,
  });
}
