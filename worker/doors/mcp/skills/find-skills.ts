import type { CompiledResource } from "../../../deployed/endpoints/bindings/resource-table.ts";
import { callableBy } from "../../tokens/refused-target.ts";
import type { McpRequest } from "../transport/mcp-request.ts";

/** Resources that together are a skill, if its `SKILL.md` says so (MCP Skills extension, "Resource Mapping"). */
export interface Skill {
  /** The URI of its directory, without a slash at the end. */
  root: string;
  /** Its `SKILL.md`, which the Project keeps. */
  main: CompiledResource;
  /** All files in its directory, with those of skills inside it. */
  files: readonly CompiledResource[];
  /** Whether a Function makes some of its files, so that nobody knows their digests. */
  isDynamic: boolean;
}

const mainFile = "/SKILL.md";

const isMain = ({ binding, kept, template }: CompiledResource): boolean =>
  template === null && kept !== null && binding.uri.endsWith(mainFile);

/** What this caller may know of. */
const known = ({ table, authenticated }: McpRequest) =>
  callableBy(authenticated, table.resources.all, ({ target }) => target);

/** Whether there may be skills for this caller. */
export const hasSkills = (request: McpRequest): boolean => known(request).some(isMain);

/** Whether a template may give URIs of a directory. */
function reachesInto(directory: string, { binding }: CompiledResource): boolean {
  const beginning = binding.uri.slice(0, binding.uri.indexOf("{"));
  return beginning.startsWith(directory) || directory.startsWith(beginning);
}

/** The files of a directory that this caller may read. */
export function filesIn(request: McpRequest, directory: string): readonly CompiledResource[] {
  return known(request).filter(({ template, binding }) => template === null && binding.uri.startsWith(`${directory}/`));
}

/** The possible skills for this caller, in the order of the names of their `SKILL.md`. */
export function findSkills(request: McpRequest): Skill[] {
  const all = known(request);
  const templates = all.filter(({ template }) => template !== null);
  return all.filter(isMain).map((main) => {
    const root = main.binding.uri.slice(0, -mainFile.length);
    const files = filesIn(request, root);
    const isDynamic =
      files.some(({ kept }) => kept === null) || templates.some((template) => reachesInto(`${root}/`, template));
    return { root, main, files, isDynamic };
  });
}
