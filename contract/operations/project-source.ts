import { z } from "zod";
import { operation } from "./operation.ts";
import {
  appliedProjectSource,
  exportedProjectSource,
  projectSourcePlan,
  pushedProjectSource,
} from "../resources/project-source.ts";
import { testRun, testRunRequest } from "../resources/test-run.ts";

const authors = ["owner", "admin", "developer"] as const;
/** While git manages a Project, a push is the only accepted edit of its source. */
const shared = { tag: "Project source", scope: "project", whenManaged: "allowed" } as const;
const sourceBytes = 64 * 1_048_576;

/** The whole Project's drafts as one document, for folders, git and scripts. */
export const projectSourceOperations = {
  getProjectSource: operation({
    ...shared,
    method: "GET",
    path: "/api/project-source",
    summary: "Export the Project's drafts; references, never secret values",
    roles: "any",
    response: exportedProjectSource,
  }),
  previewProjectSource: operation({
    ...shared,
    method: "POST",
    path: "/api/project-source/preview",
    summary: "Preview what pushing a Project's source would change",
    description: "It changes nothing.",
    roles: authors,
    body: pushedProjectSource,
    bodyLimitBytes: sourceBytes,
    response: projectSourcePlan,
    errors: ["CONFLICT", "INVALID_STATE"],
    audit: null,
  }),
  applyProjectSource: operation({
    ...shared,
    method: "POST",
    path: "/api/project-source",
    summary: "Push a Project's source exactly as it was previewed",
    description: "Wholly or not at all.",
    roles: authors,
    body: pushedProjectSource.extend({ previewDigest: z.string().max(100) }),
    bodyLimitBytes: sourceBytes,
    response: appliedProjectSource,
    errors: ["CONFLICT", "INVALID_STATE"],
    audit: "project-source.apply",
  }),
  testProjectSource: operation({
    ...shared,
    method: "POST",
    path: "/api/project-source/tests",
    summary: "Run the tests of a source's Functions in the sandbox",
    description: "Or those of the drafts. It changes nothing.",
    roles: authors,
    body: testRunRequest,
    bodyLimitBytes: sourceBytes,
    response: testRun,
    errors: ["CONFLICT", "TIMEOUT"],
    audit: "project-source.test",
    transaction: "handler",
  }),
};
