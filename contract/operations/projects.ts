import { z } from "zod";
import { operation } from "./operation.ts";
import { givenDescription, givenName, listOf, page, searched, slug, sortedBy } from "../resources/fields.ts";
import { managedFrom } from "../resources/managed-from.ts";
import { project } from "../resources/project.ts";
import { requiredTests } from "../resources/required-tests.ts";

const shared = { tag: "Projects", scope: "installation" } as const;

/** Projects. Roles are installation-wide; every role may select any Project. */
export const projectOperations = {
  listProjects: operation({
    ...shared,
    method: "GET",
    path: "/api/projects",
    summary: "List Projects",
    roles: "any",
    query: z.strictObject({
      ...page,
      ...searched,
      sort: sortedBy("name", "updatedAt"),
      status: z.enum(["active", "archived"]).optional(),
    }),
    response: listOf(project),
  }),
  createProject: operation({
    ...shared,
    method: "POST",
    path: "/api/projects",
    summary: "Create a Project",
    roles: ["owner", "admin"],
    body: z.strictObject({ slug, name: givenName.optional(), description: givenDescription.default("") }),
    response: project,
    status: 201,
    errors: ["CONFLICT"],
    audit: "project.create",
    idempotent: true,
  }),
  getProject: operation({
    ...shared,
    method: "GET",
    path: "/api/projects/:projectId",
    summary: "Get a Project",
    roles: "any",
    response: project,
  }),
  updateProject: operation({
    ...shared,
    method: "PATCH",
    path: "/api/projects/:projectId",
    summary: "Update a Project",
    description: "Status `active` restores an archived one. `managedFrom` lets only pushes edit it.",
    roles: ["owner", "admin"],
    body: z.strictObject({
      name: givenName.optional(),
      description: givenDescription.optional(),
      status: z.enum(["active", "archived"]).optional(),
      /** The repository and the branch that manage the Project; null ends this. */
      managedFrom: managedFrom.nullable().optional(),
      requiredTests: requiredTests.optional(),
    }),
    response: project,
    audit: "project.update",
    ifMatch: true,
  }),
  selectProject: operation({
    ...shared,
    method: "POST",
    path: "/api/projects/:projectId/select",
    summary: "Make it the active Project",
    description: "It reissues the session and the CSRF token.",
    roles: "any",
    response: z.object({ activeProject: project, csrfToken: z.string() }),
    audit: "project.select",
    tokens: false,
  }),
  archiveProject: operation({
    ...shared,
    method: "POST",
    path: "/api/projects/:projectId/archive",
    summary: "Archive a Project",
    description: "Its endpoints and crons stop. Nothing is deleted.",
    roles: ["owner", "admin"],
    response: project,
    errors: ["INVALID_STATE"],
    audit: "project.archive",
    ifMatch: true,
  }),
  deleteProject: operation({
    ...shared,
    method: "DELETE",
    path: "/api/projects/:projectId",
    summary: "Delete an archived Project and everything in it",
    roles: ["owner"],
    response: null,
    errors: ["INVALID_STATE"],
    audit: "project.delete",
    ifMatch: true,
  }),
};
