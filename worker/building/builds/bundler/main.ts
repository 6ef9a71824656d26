import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { answerRequests, uidOf } from "../messages/answer-requests.ts";
import type { Answered, BundleAnswer, BundledTests, BundleRequest } from "../messages/build-messages.ts";
import { libraryDiagnostic } from "../libraries/library-diagnostic.ts";
import { createLibraryOpener, noneOpened } from "../libraries/open-libraries.ts";
import { createPackageRequests } from "../packages/answer-package-requests.ts";
import type { PackageRequest } from "../packages/package-messages.ts";
import { readStandIns, type StandInPackage } from "../stand-ins/read-stand-ins.ts";
import { bundleFunction } from "./bundle-function.ts";
import type { TestProgram } from "./test-program.ts";
import { esbuildBehind, esbuildWithin } from "./start-esbuild.ts";

// Arguments: the user; esbuild's WebAssembly, or "-" when a confined esbuild is on descriptor 4; and the stand-ins for
// Node's modules.
const [user, wasm, packages = "[]"] = process.argv.slice(2);
const standIns = readStandIns(JSON.parse(packages) as StandInPackage[]);
const build =
  wasm === undefined || wasm === "-"
    ? await esbuildBehind(new Socket({ fd: 4, readable: true, writable: true }))
    : await esbuildWithin(readFileSync(wasm));

const open = createLibraryOpener();
const readPackages = createPackageRequests();

function programOf(tests: BundledTests, given: readonly Uint8Array[]): TestProgram {
  const { slug, source, framework, covered } = tests;
  const texts = covered && Buffer.from(given[covered.blob] ?? []).toString();
  const counted = texts === undefined ? undefined : (JSON.parse(texts) as Record<string, string>);
  return { slug, source, framework, files: covered?.files ?? [], covered: counted };
}

async function bundle(
  { source, libraries: sent, tests }: BundleRequest,
  given: readonly Uint8Array[],
): Promise<Answered> {
  const { libraries, problems } = sent === undefined ? noneOpened : await open(sent, given);
  if (problems.length > 0) {
    const diagnostics = problems.map((one) => libraryDiagnostic(one, source));
    return { body: { diagnostics } satisfies BundleAnswer };
  }
  const packages = { ...libraries.packages, ...standIns };
  const { bundle: made, diagnostics } = await bundleFunction(
    source,
    { ...libraries, packages },
    build,
    tests && programOf(tests, given),
  );
  const blobs = made === null ? [] : [Buffer.from(made.code), Buffer.from(made.sourceMap)];
  return { body: { diagnostics } satisfies BundleAnswer, blobs };
}

answerRequests(uidOf(user), async (request: BundleRequest | PackageRequest, blobs) =>
  "source" in request ? await bundle(request, blobs) : { body: await readPackages(request, blobs) },
);
