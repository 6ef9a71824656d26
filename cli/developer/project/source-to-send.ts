import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { checkNames } from "../../folder/check-names.ts";
import { toSource } from "../../folder/to-source.ts";
import type { BaseState } from "./base-state.ts";
import { FolderError } from "./folder-error.ts";
import type { ProjectFolder } from "./reading/read-project.ts";

/**
 * The source that a folder is sent as.
 * @param base what it said when it was last pulled
 * @throws FolderError where it names Functions or endpoints that it does not have
 */
export function sourceToSend(folder: ProjectFolder, base: BaseState | null): GivenProjectSource {
  const problems = checkNames(folder);
  if (problems.length > 0) throw new FolderError("The folder names what it does not have.", { problems });
  return toSource(folder.documents, base?.source ?? null);
}
