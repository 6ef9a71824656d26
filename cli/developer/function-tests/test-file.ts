import { testEnding } from "../../folder/documents.ts";
import type { Placed } from "../../folder/placed.ts";

/** The path of a Function's tests in the folder: where they are, or where they would be. */
export function testFile(slug: string, { places }: Pick<Placed, "places">): string {
  const document = `functions/${slug}${testEnding}`;
  const source = places.get(`functions/${slug}.ts`)?.path;
  return places.get(document)?.path ?? source?.replace(/\.ts$/, testEnding) ?? document;
}

/** The path of a Function's source in the folder. */
export const sourceFile = (slug: string, { places }: Pick<Placed, "places">): string =>
  places.get(`functions/${slug}.ts`)?.path ?? `functions/${slug}.ts`;

/** The path of a Library's source in the folder. `name` is as it is imported: `lib/money`, or `money`. */
export function libraryFile(name: string, { places }: Pick<Placed, "places">): string {
  const document = `lib/${name.replace(/^lib\//, "")}.ts`;
  return places.get(document)?.path ?? document;
}
