import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { buildFolders } from "./build-folders.ts";
import { bufferPackages } from "./bundler/buffer-package.ts";
import { GuardedProcess } from "./guarded-process.ts";

/** Every package that the compiler process loads, theirs included. */
const compilerPackages = [
  "typescript-compiler",
  "ajv",
  "fast-deep-equal",
  "fast-uri",
  "json-schema-traverse",
  "require-from-string",
  "re2js",
];
const everythingIn = (folder: string) => join(folder, "*");

/**
 * Type-checks and derives. TypeScript is a megabyte-eating interpreter for other people's types, so it gets a process
 * that can read nothing but TypeScript, the guest types and this folder, and can start nothing; from a snapshot it
 * reads only the declarations. `--allow-worker` is for the thread that ends it when its parent has gone.
 */
export function startCompiler(log: Log, heapMb: number, snapshot?: string): GuardedProcess {
  const flags = ["--allow-worker"];
  if (snapshot !== undefined) {
    const readPaths = buildFolders.declarations.map(everythingIn);
    return new GuardedProcess({ log, entry: { snapshot }, readPaths, flags, heapMb });
  }
  return new GuardedProcess({
    log,
    entry: join(buildFolders.own, "compiler", "main.ts"),
    argv: buildFolders.declarations,
    readPaths: [
      buildFolders.linearPattern,
      ...[buildFolders.own, buildFolders.guest, ...compilerPackages.map(buildFolders.package)].map(everythingIn),
    ],
    flags,
    heapMb,
  });
}

/**
 * Bundles. esbuild is a program that must be started, which the permission model allows wholly or not at all, and a
 * program that was started is not under it. So this is a process of its own: it starts esbuild alone and sees only
 * sources that the compiler process has accepted, and the one that reads raw sources can start nothing. esbuild ends
 * when its standard input does, whichever way this process ends.
 */
export function startBundler(log: Log): GuardedProcess {
  const esbuild = buildFolders.package("esbuild");
  const buffer = bufferPackages.map(buildFolders.package);
  return new GuardedProcess({
    log,
    entry: join(buildFolders.own, "bundler", "main.ts"),
    argv: buffer,
    readPaths: [
      buildFolders.own,
      esbuild,
      join(esbuild, "..", "@esbuild"),
      buildFolders.package("resolve.exports"),
      ...buffer,
    ].map(everythingIn),
    flags: ["--allow-child-process"],
    heapMb: 256,
  });
}
