import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { ProjectFolder } from "../project/reading/read-project.ts";

export interface StackPlace {
  /** From the Project's folder. */
  file: string;
  line: number;
  column: number;
}

/** `run (look-up.ts:5:3)`, `at lib/money.ts:2:9`. */
const frame = /(?:\(|\s)((?:lib\/)?[A-Za-z0-9_.~-]+\.ts):(\d{1,9}):(\d{1,9})\)?$/;
/** How builds name the source of the Function itself, besides by its slug. */
const ownNames = new Set(["function.ts", "source.ts", "index.ts", "main.ts"]);

/** The slug of the Function that an execution names; null if several or none have the name. */
export function slugNamed(source: GivenProjectSource, functionName: string): string | null {
  const found = source.functions.filter(({ slug, name }) => slug === functionName || name === functionName);
  return found.length === 1 ? found[0]!.slug : null;
}

/** The first frame of a stack that is in a file of the folder; null without one. */
export function stackPlace(
  stack: string,
  slug: string | null,
  { places }: Pick<ProjectFolder, "places">,
): StackPlace | null {
  for (const line of stack.split("\n")) {
    const [, name = "", at, column] = frame.exec(line.trimEnd()) ?? [];
    if (name === "") continue;
    const isOwn = slug !== null && (ownNames.has(name) || name === `${slug}.ts`);
    const document = isOwn ? `functions/${slug}.ts` : name.startsWith("lib/") ? name : `functions/${name}`;
    const file = places.get(document)?.path;
    if (file !== undefined) return { file, line: Number(at), column: Number(column) };
  }
  return null;
}
