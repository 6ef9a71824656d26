import { join } from "node:path";
import { z } from "zod";
import { readPrivate, writePrivate } from "../credentials/private-file.ts";
import { settingsFolder } from "../credentials/location.ts";

const kept = z.object({ address: z.string(), preview: z.string(), key: z.string(), storedAt: z.string() });
const keptFile = z.object({ version: z.literal(1), keys: z.array(kept) });

/** Keys of the newest previews of this user; those of older ones have ended long ago. */
const mostKept = 50;

/** The keys of previews that this user made, which the server shows once. */
export interface PreviewKeys {
  /** Null: this machine does not know it. */
  get: (preview: string) => Promise<string | null>;
  put: (preview: string, key: string) => Promise<void>;
}

/** The keys of an installation's previews, by their ids, in a file that only its user can read. */
export function previewKeys(env: NodeJS.ProcessEnv, address: string): PreviewKeys {
  const path = join(settingsFolder(env), "preview-keys.json");
  const read = async () => {
    const text = await readPrivate(path);
    try {
      return text === null ? [] : keptFile.parse(JSON.parse(text)).keys;
    } catch {
      // A key can be made again.
      return [];
    }
  };
  const isIt = (preview: string) => (one: z.infer<typeof kept>) => one.address === address && one.preview === preview;
  return {
    get: async (preview) => (await read()).find(isIt(preview))?.key ?? null,
    put: async (preview, key) => {
      const others = (await read()).filter((one) => !isIt(preview)(one));
      const keys = [{ address, preview, key, storedAt: new Date().toISOString() }, ...others].slice(0, mostKept);
      await writePrivate(path, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`);
    },
  };
}
