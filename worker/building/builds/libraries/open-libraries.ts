import { LRUCache } from "lru-cache";
import { PackageProblem } from "./package-problem.ts";
import { type BuildLibraries, type BuildPackage, noLibraries } from "./build-libraries.ts";
import { linkPeers } from "./link-peers.ts";
import type { SentLibraries } from "./sent-libraries.ts";
import { type PackageFiles, unpackPackage } from "./unpack-package.ts";

/** The most characters of one Library with its dependencies, and of all Libraries of a Function. */
const maxTextOfLibrary = 32 * 1_048_576;
const maxTextOfFunction = 64 * 1_048_576;
/** The most characters of recently used packages that it holds. */
const heldLength = 64 * 1_048_576;

export interface LibraryProblem {
  /** The package of the Library. */
  library: string;
  problem: PackageProblem;
}

export interface OpenedLibraries {
  /** Without the Libraries that have a problem. */
  libraries: BuildLibraries;
  problems: LibraryProblem[];
}

export const noneOpened: OpenedLibraries = { libraries: noLibraries, problems: [] };

export type OpenLibraries = (sent: SentLibraries, blobs: readonly Uint8Array[]) => Promise<OpenedLibraries>;

function textLength(files: PackageFiles): number {
  let length = 1;
  for (const [path, text] of Object.entries(files)) length += path.length + text.length;
  return length;
}

const tooMuch = (what: string, characters: number) =>
  new PackageProblem(
    "LIBRARY_TOO_LARGE",
    `${what} more than ${characters / 1_048_576} MiB of text, more than it may have.`,
  );

/** A package and all its dependencies, by id. */
function withDependencies(root: string, { packages }: SentLibraries): string[] {
  const found = new Set<string>();
  const open = [root];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const one = packages[id];
    if (found.has(id) || one === undefined) continue;
    found.add(id);
    open.push(...Object.values(one.dependencies));
  }
  return [...found];
}

/** Unpacks and links the Libraries of a Function. It runs in a build process, because tarballs are untrusted. */
export function createLibraryOpener(): OpenLibraries {
  const held = new LRUCache<string, PackageFiles>({ maxSize: heldLength, sizeCalculation: textLength });

  async function filesOf(
    { integrity, tarball }: SentLibraries["packages"][string],
    id: string,
    blobs: readonly Uint8Array[],
  ) {
    const known = held.get(integrity);
    if (known !== undefined) return known;
    const files = await unpackPackage(blobs[tarball] ?? new Uint8Array(), id);
    held.set(integrity, files);
    return files;
  }

  return async (sent, blobs) => {
    const opened = new Map<string, BuildPackage>();
    const problems: LibraryProblem[] = [];
    const roots: Record<string, string> = {};

    async function open(root: string): Promise<void> {
      let length = 0;
      for (const id of withDependencies(root, sent)) {
        const one = sent.packages[id]!;
        const files = opened.get(id)?.files ?? (await filesOf(one, id, blobs));
        const { name, version, dependencies } = one;
        opened.set(id, { name, version, dependencies, files });
        length += textLength(files);
        if (length > maxTextOfLibrary) throw tooMuch(`${id} and its dependencies have`, maxTextOfLibrary);
        const all = [...opened.values()].reduce((sum, { files: texts }) => sum + textLength(texts), 0);
        if (all > maxTextOfFunction) throw tooMuch("the Libraries of the Function have together", maxTextOfFunction);
      }
    }

    for (const [library, root] of Object.entries(sent.roots)) {
      try {
        await open(root);
        roots[library] = root;
      } catch (error) {
        if (!(error instanceof PackageProblem)) throw error;
        problems.push({ library, problem: error });
      }
    }
    const libraries = linkPeers({ sources: sent.sources, roots, packages: Object.fromEntries(opened) });
    return { libraries, problems };
  };
}
