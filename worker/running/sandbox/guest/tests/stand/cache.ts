import { refusal } from "./stand-error.ts";
import type { TestedPermissions } from "./permissions.ts";

interface Entry {
  json: string;
  expiresAt: number;
}

const mostKeyBytes = 256;
const mostValueBytes = 1_048_576;
const usualTtlSeconds = 3_600;
const mostTtlSeconds = 2_592_000;
const controls = /[\u0000-\u001f\u007f]/;

const invalid = (message: string) => refusal("VALIDATION_ERROR", message);
const bytesIn = (text: string) => encodeURIComponent(text).replaceAll(/%../g, "x").length;

function keyOf(key: unknown): string {
  if (typeof key === "string" && key !== "" && !controls.test(key) && bytesIn(key) <= mostKeyBytes) return key;
  throw invalid(`A key of the cache is text of 1 to ${mostKeyBytes} bytes without control characters.`);
}

function ttlOf(given: unknown = usualTtlSeconds): number {
  if (Number.isInteger(given) && (given as number) >= 1 && (given as number) <= mostTtlSeconds) return given as number;
  throw invalid(`ttlSeconds is a whole number from 1 to ${mostTtlSeconds}.`);
}

type Asked = { key?: unknown; value?: unknown; ttlSeconds?: unknown };

/** The cache of one call: entries in memory, which expire by the clock of the call. */
export function standInForCache(
  given: Readonly<Record<string, unknown>>,
  { cache: isGranted }: TestedPermissions,
  now: () => number,
) {
  const entries = new Map<string, Entry>();
  for (const [key, value] of Object.entries(given))
    entries.set(key, { json: JSON.stringify(value ?? null), expiresAt: Infinity });
  const find = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && entry.expiresAt > now() ? entry : undefined;
  };
  const read = (asked: Asked): Asked & { key: string } => {
    const message = "This call was not granted the cache: the Function must declare it and the policy allow it.";
    if (!isGranted) throw refusal("NOT_GRANTED", message);
    return { ...asked, key: keyOf(asked.key) };
  };
  return {
    get(asked: Asked): unknown {
      const entry = find(read(asked).key);
      return entry === undefined ? { found: false } : { found: true, value: JSON.parse(entry.json) as unknown };
    },
    set(asked: Asked): undefined {
      const { key, value, ttlSeconds } = read(asked);
      const json = JSON.stringify(value ?? null);
      if (json.length > mostValueBytes)
        throw refusal("LIMIT_EXCEEDED", `A value in the cache is at most ${mostValueBytes} bytes as JSON.`);
      entries.set(key, { json, expiresAt: now() + ttlOf(ttlSeconds) * 1_000 });
    },
    delete(asked: Asked): boolean {
      const { key } = read(asked);
      const isHeld = find(key) !== undefined;
      entries.delete(key);
      return isHeld;
    },
    after: (): Record<string, unknown> =>
      Object.fromEntries(
        [...entries.keys()].flatMap((key) => {
          const entry = find(key);
          return entry === undefined ? [] : [[key, JSON.parse(entry.json) as unknown]];
        }),
      ),
  };
}
