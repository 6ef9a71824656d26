import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { extract, type Header } from "tar-stream";
import { PackageProblem } from "./package-problem.ts";

const maxUnpackedBytes = 64 * 1_048_576;
const maxFileBytes = 8 * 1_048_576;
const maxFiles = 20_000;

/** What a type check or a bundle can need. Maps, test fixtures and documents are skipped. */
const needed = /(?:\.[cm]?js|\.json|\.d\.[cm]?ts)$/;

const inflate = promisify(gunzip);

/** Files compiled for one kind of machine, or on installation. */
const native = /(?:\.node|(?:^|\/)binding\.gyp)$/;

/** The path in the package, without the folder that every tarball wraps around it. Null for that folder itself. */
function pathOf({ name }: Header, what: string): string | null {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  const unsafe = name.startsWith("/") || /[\\\0]/.test(name) || /^[A-Za-z]:/.test(name) || parts.includes("..");
  if (unsafe) throw new PackageProblem("LIBRARY_UNSAFE", `${what} has a file outside its own folder.`);
  return parts.length < 2 ? null : parts.slice(1).join("/");
}

/**
 * The texts of a package's tarball by path. Nothing is written anywhere. A package is refused if it has links, devices
 * or paths that leave it. It is also refused if it is larger unpacked than a Library may be (64 MiB, 20,000 files, 8
 * MiB each).
 * @throws PackageProblem
 */
export async function unpackPackage(tarball: Buffer, what: string): Promise<Record<string, string>> {
  const tooLarge = (cause?: unknown) =>
    new PackageProblem("LIBRARY_TOO_LARGE", `${what} is larger unpacked than a Library may be.`, cause);
  const archive = await inflate(tarball, { maxOutputLength: maxUnpackedBytes }).catch((error: unknown) => {
    if (error instanceof RangeError) throw tooLarge(error);
    throw new PackageProblem("LIBRARY_UNSAFE", `${what} is no npm package: its tarball cannot be read.`, error);
  });
  const files = Object.create(null) as Record<string, string>;
  const reader = extract();
  reader.end(archive);
  let count = 0;
  try {
    for await (const entry of reader) {
      const { header } = entry;
      const path = pathOf(header, what);
      const isFile = header.type === "file" || header.type === "contiguous-file";
      if (!isFile && header.type !== "directory") {
        throw new PackageProblem(
          "LIBRARY_UNSAFE",
          `${what} has a ${header.type ?? "link"} in it; only files are taken.`,
        );
      }
      count += 1;
      if (count > maxFiles || (isFile && (header.size ?? 0) > maxFileBytes)) throw tooLarge();
      if (isFile && path !== null && native.test(path)) {
        const message = `${what} runs native code (${path.slice(0, 100)}), and the sandbox runs JavaScript only. Use a package of plain JavaScript, or a service over HTTP.`;
        throw new PackageProblem("LIBRARY_REFUSED", message);
      }
      if (!isFile || path === null || !needed.test(path)) {
        entry.resume();
        continue;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      files[path] = Buffer.concat(chunks).toString("utf8");
    }
  } catch (error) {
    if (error instanceof PackageProblem) throw error;
    throw new PackageProblem("LIBRARY_UNSAFE", `${what} is no npm package: its tarball cannot be read.`, error);
  }
  if (files["package.json"] === undefined) {
    throw new PackageProblem("LIBRARY_UNSAFE", `${what} is no npm package: it has no package.json.`);
  }
  return { ...files };
}
