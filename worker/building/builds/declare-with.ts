import type { BuildLibrary, ResolvedLibrary } from "@ferrule/contract/internal/libraries.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { declareAnswer } from "./messages/build-answers.ts";
import { ask, type BuildMeans } from "./build-one.ts";
import type { Reply } from "./processes/guarded-process.ts";
import { prepareLibraries } from "./packages/prepare-libraries.ts";
import type { SentLibraries } from "./libraries/sent-libraries.ts";
import { createPackageReader } from "./packages/package-reader.ts";
import type { PackageStore } from "./packages/package-store.ts";
import type { DeclareRequest } from "./declare-libraries/declare-libraries.ts";

export interface DeclaredLibraries {
  declarations: string;
  /** The import names of Libraries that are declared without types because they could not be fetched. */
  untyped: string[];
  resolved: ResolvedLibrary[];
}

interface DeclareMeans extends Omit<BuildMeans, "signal"> {
  store: PackageStore;
  signal: AbortSignal;
}

const importNameOf = (library: BuildLibrary) => (library.kind === "source" ? `lib/${library.name}` : library.package);

/** @throws when it is not a compiler process's declaration */
function readDeclared({ body, blobs: [declarations, ...more] }: Reply) {
  if (declarations === undefined || more.length > 0) throw new RangeError("Declarations are one text.");
  return { ...declareAnswer.parse(body), declarations: declarations.toString("utf8") };
}

/** Fetches the Libraries and has a compiler process declare them, each npm Library together with its dependencies. */
export async function declareWith(libraries: readonly BuildLibrary[], means: DeclareMeans): Promise<DeclaredLibraries> {
  const { store, signal, log } = means;
  const read = createPackageReader({ ...means, signal });
  const preparation = prepareLibraries(libraries, { store, read, signal, log });
  const all: SentLibraries = { sources: {}, roots: {}, packages: {} };
  const blobs: Uint8Array[] = [];
  const untyped: string[] = [];
  for (const library of libraries) {
    const name = importNameOf(library);
    const importer = { id: "", slug: "", revision: 1, source: "", inputSchema: null, outputSchema: null };
    const prepared = await preparation.of({ ...importer, permissions: noPermissions, libraries: [name] });
    const loaded = "severity" in prepared ? prepared : await prepared.load();
    if (loaded === undefined || "severity" in loaded) untyped.push(name);
    else {
      Object.assign(all.sources, loaded.libraries.sources);
      Object.assign(all.roots, loaded.libraries.roots);
      for (const [id, { tarball, ...about }] of Object.entries(loaded.libraries.packages))
        all.packages[id] ??= { ...about, tarball: blobs.push(loaded.blobs[tarball]!) - 1 };
    }
  }
  signal.throwIfAborted();
  // We declare a source Library even when a Library that it imports cannot be fetched.
  for (const library of libraries) if (library.kind === "source") all.sources[library.name] = library.source;
  const request: DeclareRequest = { declare: all };
  const answer = await ask(means.compiler, request, readDeclared, means, blobs);
  const nothing = "severity" in answer;
  const missing = nothing ? [] : [...untyped.filter((name) => !name.startsWith("lib/")), ...answer.untyped];
  const names = nothing ? libraries.map(importNameOf) : missing;
  const bare = names.map((name) => `declare module ${JSON.stringify(name)};\n`).join("");
  return {
    declarations: (nothing ? "" : answer.declarations) + bare,
    untyped: names,
    resolved: preparation.resolved(),
  };
}
