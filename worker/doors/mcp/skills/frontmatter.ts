import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { parse } from "yaml";

/** The frontmatter of a `SKILL.md`: every member that its author wrote. */
export type Frontmatter = { name: string; description: string } & Record<string, unknown>;

const mostChars = 65_536;
/** The names of skills (agentskills.io, Specification, "name field"). */
const skillName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const opening = /^---\r?\n/;

/** The YAML between the first two lines of three hyphens; null: there is none. */
function yamlOf(text: string): string | null {
  const start = opening.exec(text)?.[0].length ?? -1;
  const end = start < 0 ? -1 : text.slice(start - 1, start + mostChars).search(/\r?\n---\r?(?:\n|$)/);
  return end < 0 ? null : text.slice(start, start - 1 + end);
}

/**
 * Reads the frontmatter of a `SKILL.md` in the directory `directory`. Null: it is not that of a skill, because it has no
 * name, another name than its directory, or no description.
 */
export function readFrontmatter(text: string, directory: string): Frontmatter | null {
  const yaml = yamlOf(text);
  if (yaml === null) return null;
  let read: unknown;
  try {
    read = parse(yaml, { schema: "core", maxAliasCount: 20, logLevel: "error" });
  } catch {
    return null;
  }
  if (!isObject(read)) return null;
  const { name, description } = read;
  if (typeof name !== "string" || name.length > 64 || !skillName.test(name) || name !== directory) return null;
  if (typeof description !== "string" || description === "" || description.length > 1_024) return null;
  return read as Frontmatter;
}
