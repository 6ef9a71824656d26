import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { answerRequests, uidOf } from "../answer-requests.ts";
import type { BundleRequest } from "../build-messages.ts";
import { noLibraries } from "../libraries/build-libraries.ts";
import { readStandIns, type StandInPackage } from "../stand-ins/read-stand-ins.ts";
import { bundleFunction } from "./bundle-function.ts";
import { esbuildBehind, esbuildWithin } from "./start-esbuild.ts";

// Arguments: the user; esbuild's WebAssembly, or "-" when a confined esbuild is on descriptor 4; and the stand-ins for
// Node's modules.
const [user, wasm, packages = "[]"] = process.argv.slice(2);
const standIns = readStandIns(JSON.parse(packages) as StandInPackage[]);
const build =
  wasm === undefined || wasm === "-"
    ? await esbuildBehind(new Socket({ fd: 4, readable: true, writable: true }))
    : await esbuildWithin(readFileSync(wasm));

answerRequests(uidOf(user), ({ source, libraries = noLibraries }: BundleRequest) =>
  bundleFunction(source, { ...libraries, packages: { ...libraries.packages, ...standIns } }, build),
);
