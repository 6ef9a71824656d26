import { validationIssues } from "@ferrule/contract/json/validation-issues.ts";
import { slug } from "@ferrule/contract/resources/fields.ts";
import { z } from "zod";
import { nearest } from "../../../folder/read-tree.ts";
import { readYaml } from "../../../folder/yaml/read-yaml.ts";
import { FolderError } from "../folder-error.ts";

const projectFile = z.strictObject({
  format: z.literal(1),
  installation: z.string().optional(),
  project: slug.optional(),
});

/**
 * Checks the contents of `ferrule.yaml`. It refuses an unknown format rather than reading part of it.
 * @throws FolderError with every problem
 */
export function checkProjectFile(text: string): void {
  const file = "ferrule.yaml";
  const { tree, problems, placeOf } = readYaml(file, text);
  if (tree !== undefined && typeof tree["format"] === "number" && tree["format"] > 1)
    throw new FolderError(
      "The folder was made by a newer version of ferrule. Install the version of your installation.",
    );
  const { error } = projectFile.safeParse(tree);
  const wrong = validationIssues(error ?? new z.ZodError([]), "").map(({ path, message }) => {
    const field = path.slice(1);
    const near = message === "is not a known field" ? nearest(field, Object.keys(projectFile.shape)) : "";
    return { file, ...placeOf([field]), message: `${field} ${message}${near}` };
  });
  const all = tree === undefined ? problems : wrong;
  if (all.length > 0) throw new FolderError("ferrule.yaml cannot be read.", { problems: all });
}
