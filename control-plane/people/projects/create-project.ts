import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { violates } from "../../ground/store/constraint.ts";
import { describeProject, insertProject } from "./queries.ts";

/** Creates a Project; its name defaults to its slug. A token stays limited to the Project that it has. */
export const createProject: Handlers["createProject"] = async ({ scope, actor, body }) => {
  if (actor.kind === "token") throw new PublicError("FORBIDDEN", "An API token is limited to its Project.");
  const { slug, name = slug, description } = body;
  const row = await insertProject(scope, { slug, name, description }).catch((error: unknown) => {
    if (!violates(error, "projects_slug_taken")) throw error;
    throw new PublicError("CONFLICT", "There is a Project with this slug already.", { cause: error });
  });
  return {
    answer: await describeProject(scope, row),
    audit: {
      kind: "project",
      id: row.id,
      name: row.name,
      projectId: row.id,
      changes: { after: { slug, name, description } },
    },
  };
};
