import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
const worthwhile = /\.(?:js|css|svg|json|md|txt|webmanifest)$/;
/** A page of the documentation is the same in each response. A page of the console has a nonce of its own. */
const samePage = /^docs\b.*\.html$/;
const isDocumentation = /^docs\b|\.txt$/;
const isWorthwhile = (path: string) => worthwhile.test(path) || samePage.test(path);

/**
 * Writes a `.br` file beside every file of a folder that brotli makes smaller, except pages that differ in each
 * response.
 */
export async function precompress(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) =>
      entry.isFile() &&
      !entry.name.startsWith(".") &&
      isWorthwhile(relative(folder, join(entry.parentPath, entry.name))),
  );
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const body = readFileSync(file);
      if (body.length < 1_024) return;
      // Quality 11 takes 9 s for the 3 MB of the language worker and saves 6 % over quality 9's 1 s. It takes as long for
      // the documentation, which few people load twice.
      const quality = body.length > 1_000_000 || isDocumentation.test(relative(folder, file)) ? 9 : 11;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
      writeFileSync(`${file}.br`, await compress(body, { params }));
    }),
  );
}
