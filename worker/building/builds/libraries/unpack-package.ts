import { extract, type Header } from "tar-stream";
import { PackageProblem } from "./package-problem.ts";

const maxUnpackedBytes = 64 * 1_048_576;
const maxFileBytes = 8 * 1_048_576;
const maxFiles = 20_000;
/**
 * The most characters of one path, and of all paths of a package. The longest paths of well-known packages have 200.
 */
const longestPath = 1_024;
const maxPathLength = 4 * 1_048_576;

/** Files that a type check or a bundle may need. We skip maps, test fixtures and documents. */
const needed = /(?:\.[cm]?js|\.json|\.d\.[cm]?ts)$/;

/** Files that are compiled for one kind of machine, or during installation. */
const native = /(?:\.node|(?:^|\/)binding\.gyp)$/;

/** The texts of a package by path. */
export type PackageFiles = Record<string, string>;

function inflate(tarball: Uint8Array): Promise<Buffer> {
  // A startup snapshot cannot hold it.
  const { gunzip } = process.getBuiltinModule("node:zlib");
  return new Promise((resolve, reject) =>
    gunzip(tarball, { maxOutputLength: maxUnpackedBytes }, (error, archive) =>
      error === null ? resolve(archive) : reject(error),
    ),
  );
}

/** The path inside the package, without the folder around it in every tarball. Null for that folder itself. */
function pathOf({ name }: Header, what: string): string | null {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  const unsafe = name.startsWith("/") || /[\\\0]/.test(name) || /^[A-Za-z]:/.test(name) || parts.includes("..");
  if (unsafe) throw new PackageProblem("LIBRARY_UNSAFE", `${what} has a file outside its own folder.`);
  return parts.length < 2 ? null : parts.slice(1).join("/");
}

const tooLarge = (what: string, cause?: unknown) =>
  new PackageProblem("LIBRARY_TOO_LARGE", `${what} is larger unpacked than a Library may be.`, cause);

/**
 * Returns a function that checks each entry of a package. @throws PackageProblem for an entry that no package may have,
 * and for one too many
 */
function createEntryCheck(what: string) {
  let count = 0;
  let pathLength = 0;
  return (header: Header): { path: string | null; isFile: boolean } => {
    pathLength += header.name.length;
    if (header.name.length > longestPath || pathLength > maxPathLength) throw tooLarge(what);
    const path = pathOf(header, what);
    const isFile = header.type === "file" || header.type === "contiguous-file";
    if (!isFile && header.type !== "directory") {
      const message = `${what} has a ${header.type ?? "link"} in it; only files are taken.`;
      throw new PackageProblem("LIBRARY_UNSAFE", message);
    }
    count += 1;
    if (count > maxFiles || (isFile && (header.size ?? 0) > maxFileBytes)) throw tooLarge(what);
    if (isFile && path !== null && native.test(path)) {
      const message = `${what} runs native code (${path.slice(0, 100)}), and the sandbox runs JavaScript only. Use a package of plain JavaScript, or a service over HTTP.`;
      throw new PackageProblem("LIBRARY_REFUSED", message);
    }
    return { path, isFile };
  };
}

/**
 * The texts of a package's tarball by path. It writes nothing to the disk. It refuses a package with links, devices or
 * paths that leave it. It also refuses one whose unpacked size exceeds the limits for a Library (64 MiB, 20,000 files,
 * 8 MiB each, paths of 1,024 characters and 4 MiB in all).
 * @throws PackageProblem
 */
export async function unpackPackage(tarball: Uint8Array, what: string): Promise<PackageFiles> {
  const unsafe = (cause?: unknown) =>
    new PackageProblem("LIBRARY_UNSAFE", `${what} is not an npm package: its tarball cannot be read.`, cause);
  const archive = await inflate(tarball).catch((error: unknown) => {
    throw error instanceof RangeError ? tooLarge(what, error) : unsafe(error);
  });
  const files = Object.create(null) as PackageFiles;
  const reader = extract();
  reader.end(archive);
  const check = createEntryCheck(what);
  try {
    for await (const entry of reader) {
      const { path, isFile } = check(entry.header);
      if (!isFile || path === null || !needed.test(path)) {
        entry.resume();
        continue;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      files[path] = Buffer.concat(chunks).toString("utf8");
    }
  } catch (error) {
    throw error instanceof PackageProblem ? error : unsafe(error);
  }
  if (files["package.json"] === undefined)
    throw new PackageProblem("LIBRARY_UNSAFE", `${what} is not an npm package: it has no package.json.`);
  return { ...files };
}
