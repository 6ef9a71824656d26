import { createRequire } from "node:module";
import { join, sep } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import type { Confinement } from "../confinement/find-confinement.ts";
import { spawnConfined } from "../confinement/spawn-confined.ts";
import { buildFolders } from "./build-folders.ts";
import { esbuildBounds } from "./bundler/enclosed-esbuild.ts";
import { GuardedProcess } from "./guarded-process.ts";
import { findStandIns } from "./stand-ins/find-stand-ins.ts";

/** Every package that the compiler process loads, theirs included. */
const compilerPackages = ["@ferrule/contract", "typescript-compiler", "lru-cache", "re2js"];
/** What esbuild and its module must agree on. */
const { version: esbuildVersion } = createRequire(import.meta.url)("esbuild/package.json") as { version: string };
const everythingIn = (folder: string) => join(folder, "*");
const becomeUser = join(buildFolders.own, "..", "confinement", "become-user.ts");

interface Start {
  log: Log;
  confinement: Confinement;
}

/**
 * Type-checks and derives. TypeScript is a megabyte-eating interpreter for other people's types, so it gets a process
 * that can read nothing but TypeScript, the guest types and this folder, and can start nothing; before the first source it becomes
 * a user that can read none of them. What starts from a snapshot reads nothing at all.
 */
export function startCompiler({ log, confinement }: Start, heapMb: number, snapshot?: string): GuardedProcess {
  const argv = buildFolders.declarations;
  if (snapshot !== undefined)
    return new GuardedProcess({ log, confinement, entry: { snapshot }, argv, readPaths: [], heapMb });
  return new GuardedProcess({
    log,
    confinement,
    entry: join(buildFolders.own, "compiler", "main.ts"),
    argv,
    readPaths: [
      becomeUser,
      ...[buildFolders.own, buildFolders.jsonSchema, ...argv].map(everythingIn),
      ...compilerPackages.map(buildFolders.package).map(everythingIn),
    ],
    heapMb,
  });
}

/**
/**
 * The `node_modules` that these packages are in. One by one they cannot be allowed: where one folder's name begins with another's
 * (`call-bind`, `call-bind-apply-helpers`), Node's permission model forgets the shorter.
 */
function rootsOf(folders: readonly string[]): string[] {
  const found = new Set(folders.map((folder) => /^.*[\\/]node_modules(?=[\\/])/.exec(folder)?.[0] ?? folder));
  return [...found].filter((one) => ![...found].some((other) => other !== one && one.startsWith(other + sep)));
}

/**
 * Bundles: a process that resolves imports and hands esbuild texts, and beside it esbuild, in a folder that holds its program alone
 * (`folder`). Where the platform has none for it, esbuild runs as WebAssembly within the process, under its permission model.
 */
export function startBundler({ log, confinement }: Start, folder: string | undefined): GuardedProcess {
  const esbuild = buildFolders.package("esbuild");
  const esbuildWasm = buildFolders.package("esbuild-wasm");
  const standIns = findStandIns();
  const wasm = join(esbuildWasm, "esbuild.wasm");
  return new GuardedProcess({
    log,
    confinement,
    entry: join(buildFolders.own, "bundler", "main.ts"),
    argv: [folder === undefined ? wasm : "-", JSON.stringify(standIns)],
    readPaths: [
      becomeUser,
      ...[
        buildFolders.own,
        esbuild,
        ...(folder === undefined ? [esbuildWasm] : [join(esbuild, "..", "@esbuild")]),
        buildFolders.package("resolve.exports"),
        ...rootsOf(standIns.map(({ folder: installed }) => installed)),
      ].map(everythingIn),
    ],
    heapMb: 256,
    ...(folder === undefined ? {} : { helper: (stream) => startEsbuild(stream, folder, confinement) }),
  });
}

function startEsbuild(stream: unknown, folder: string, confinement: Confinement) {
  const uid = confinement.nextUid();
  const command = confinement.enclosed(folder, uid, esbuildBounds);
  if (command === null) throw new Error("The platform encloses no program.");
  const channel = stream as "pipe";
  return spawnConfined([...command, "/esbuild", `--service=${esbuildVersion}`, "--ping"], {
    stdio: [channel, channel, "pipe"],
    uid,
    confinement,
  });
}
