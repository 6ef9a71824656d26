import { slug } from "@ferrule/contract/resources/fields.ts";
import { collectionName } from "@ferrule/contract/resources/data-collection.ts";
import { newSourceLibrary } from "@ferrule/contract/resources/library.ts";
import type { z } from "zod";
import { singles, testEnding, type Problem } from "./documents.ts";
import { nameOfStem } from "./file-names.ts";

const rooms: Readonly<Record<string, { names: z.ZodType; of: string; extensions: readonly string[]; nested?: true }>> =
  {
    functions: { names: slug, of: "a Function", extensions: [testEnding, ".ts", ".yaml"], nested: true },
    lib: { names: newSourceLibrary.shape.name, of: "a Library", extensions: [".ts"], nested: true },
    endpoints: { names: slug, of: "an endpoint", extensions: [".yaml"] },
    collections: { names: collectionName, of: "a collection", extensions: [".yaml"] },
  };

/** The folders for a Project's files. */
export const roomNames: readonly string[] = Object.keys(rooms);

const singlePaths: ReadonlySet<string> = new Set(Object.values(singles));
/** Of files of tests that are none of a Function, and of types. */
const isTest = /\.(?:test|spec)\.[cm]?tsx?$|\.d\.ts$/;
/** Endings of files that look like parts of a Project. */
const meant = /\.(?:ya?ml|[cm]?[jt]sx?)$/;

interface Located {
  /** The usual path of the file's content; null for a file that is not part of the Project. */
  document: string | null;
  /** Whether it may hold the content of a resource; the endpoint's own file says so. */
  isContent?: true;
  warning?: Problem;
}

const none: Located = { document: null };

/**
 * Identifies a file of the folder by its path: `functions/look-up.ts` and `functions/look-up/index.ts` are both the Function
 * `look-up`, whose usual path is the first. Its tests are `functions/look-up.test.ts` or `functions/look-up/index.test.ts`.
 * @param path relative to the folder, with slashes
 */
export function locate(path: string): Located {
  if (singlePaths.has(path)) return { document: path };
  const [roomName = "", ...inside] = path.split("/");
  const room = Object.hasOwn(rooms, roomName) ? rooms[roomName] : undefined;
  if (room === undefined || inside.length === 0) return none;
  const last = inside.at(-1)!;
  if (roomName === "endpoints" && inside.length === 2) return { document: null, isContent: true };
  const extension = room.extensions.find((one) => last.endsWith(one));
  if (extension !== testEnding && isTest.test(path)) return none;
  const told = (message: string): Located =>
    meant.test(last) ? { document: null, warning: { file: path, message } } : none;
  const endings = room.extensions.filter((one) => one !== testEnding).join(" or ");
  if (extension === undefined) return told(`is not read: ${room.of} is a file with ${endings}`);
  const isIndex = room.nested === true && inside.length === 2 && last === `index${extension}`;
  const isTests = extension === testEnding;
  if (inside.length > 1 && !isIndex)
    return isTests ? none : told(`is not ${room.of}, and nothing can import it: put what Functions share into lib/`);
  const name = nameOfStem(isIndex ? inside[0]! : last.slice(0, -extension.length));
  const { success, error } = room.names.safeParse(name);
  if (success) return { document: `${roomName}/${name}${extension}` };
  return told(
    `is not ${isTests ? "a Function's tests" : room.of}: its name ${error.issues[0]?.message ?? "cannot be used"}`,
  );
}

/** The slug of the endpoint whose usual path this is; null: it is another document's. */
export const endpointOf = (document: string): string | null => /^endpoints\/(.+)\.yaml$/.exec(document)?.[1] ?? null;
