import { z } from "zod";
import { functionUseLengths as longest, type FunctionUse } from "../permissions/function-uses.ts";
import { operation } from "./operation.ts";
import { functionActivity } from "../resources/function-activity.ts";
import { environment, givenNames, listOf, page, pathId, searched, sortedBy, text } from "../resources/fields.ts";
import {
  functionResource,
  functionSummary,
  functionVersion,
  functionVersionDetail,
  listedFunction,
  newFunction,
  patchedFunction,
  replacedFunction,
  testAnswer,
  testRequest,
  validation,
} from "../resources/function.ts";

const authors = ["owner", "admin", "developer"] as const;

type UseFilters = {
  [Use in FunctionUse]: z.ZodOptional<(typeof longest)[Use] extends null ? z.ZodLiteral<"true"> : z.ZodString>;
};

/** Filters by use: only Functions whose drafts may use this thing by its name, or `true` for what has no name. */
const functionUseFilters = Object.fromEntries(
  Object.entries(longest).map(([use, most]) => [use, (most === null ? z.literal("true") : text(most, 1)).optional()]),
) as UseFilters;
const shared = { tag: "Functions", scope: "project" } as const;

/** Functions. */
export const functionOperations = {
  listFunctions: operation({
    ...shared,
    method: "GET",
    path: "/api/functions",
    summary: "List Functions, without their sources",
    description: "Searched, filtered and sorted.",
    roles: "any",
    query: z.strictObject({
      ...page,
      ...searched,
      names: givenNames.optional(),
      status: functionSummary.shape.status.optional(),
      /** Only Functions that a drafted tool or route of this endpoint offers. */
      boundTo: pathId.optional(),
      ...functionUseFilters,
      /** Adds the bindings of each, and its calls of the last 24 hours in this environment. */
      activityIn: environment.optional(),
      /** `calls` and `failed` need `activityIn`, which names the environment. */
      sort: sortedBy("name", "updatedAt", "revision", "calls", "failed"),
    }),
    response: listOf(listedFunction),
  }),
  createFunction: operation({
    ...shared,
    method: "POST",
    path: "/api/functions",
    summary: "Create a Function",
    roles: authors,
    body: newFunction,
    response: functionResource,
    status: 201,
    errors: ["CONFLICT"],
    audit: "function.create",
    whenManaged: "refused",
    idempotent: true,
  }),
  getFunctionTypes: operation({
    ...shared,
    method: "GET",
    path: "/api/functions/types",
    summary: "Get the ambient types of this Project's Functions",
    description: "Context, secrets, collections and Libraries, as one `.d.ts`.",
    roles: "any",
    response: z.string(),
    transaction: "handler",
    alternative: "text/plain",
  }),
  getFunction: operation({
    ...shared,
    method: "GET",
    path: "/api/functions/:functionId",
    summary: "Get a Function",
    roles: "any",
    response: functionResource,
  }),
  replaceFunction: operation({
    ...shared,
    method: "PUT",
    path: "/api/functions/:functionId",
    summary: "Replace a Function's draft",
    roles: authors,
    body: replacedFunction,
    response: functionResource,
    audit: "function.update",
    whenManaged: "refused",
    ifMatch: true,
  }),
  updateFunction: operation({
    ...shared,
    method: "PATCH",
    path: "/api/functions/:functionId",
    summary: "Merge into a Function's draft",
    roles: authors,
    body: patchedFunction,
    response: functionResource,
    audit: "function.update",
    whenManaged: "refused",
    ifMatch: true,
  }),
  deleteFunction: operation({
    ...shared,
    method: "DELETE",
    path: "/api/functions/:functionId",
    summary: "Delete a Function that nothing is bound to",
    roles: authors,
    response: null,
    errors: ["IN_USE"],
    audit: "function.delete",
    whenManaged: "refused",
    ifMatch: true,
  }),
  getFunctionActivity: operation({
    ...shared,
    method: "GET",
    path: "/api/functions/:functionId/activity",
    summary: "Get what calls a Function, and how often",
    description: "With the revision that each environment runs, and its calls of 24 hours and seven days.",
    roles: "any",
    query: z.strictObject({ environment: environment.default("development") }),
    response: functionActivity,
  }),
  listFunctionVersions: operation({
    ...shared,
    method: "GET",
    path: "/api/functions/:functionId/versions",
    summary: "Every saved revision, with who and when, and what runs where",
    roles: "any",
    query: z.strictObject(page),
    response: listOf(functionVersion),
  }),
  getFunctionVersion: operation({
    ...shared,
    method: "GET",
    path: "/api/functions/:functionId/versions/:revision",
    summary: "One saved revision with its source",
    roles: "any",
    response: functionVersionDetail,
  }),
  validateFunction: operation({
    ...shared,
    method: "POST",
    path: "/api/functions/:functionId/validate",
    summary: "Check syntax, types, imports, schemas and permissions",
    description: "200 also when it is invalid.",
    roles: authors,
    body: z.strictObject({ source: text(524_288).optional() }).prefault({}),
    response: validation,
    errors: ["TIMEOUT"],
    audit: null,
    whenManaged: "allowed",
    transaction: "handler",
  }),
  testFunction: operation({
    ...shared,
    method: "POST",
    path: "/api/functions/:functionId/test",
    summary: "Run the draft once",
    description: "With `Accept: text/event-stream`, its logs arrive as they are written.",
    roles: authors,
    rolesIn: { production: ["owner", "admin"] },
    body: testRequest,
    response: testAnswer,
    errors: ["TIMEOUT", "OVERLOADED"],
    audit: "function.test",
    whenManaged: "allowed",
    transaction: "handler",
    alternative: "text/event-stream",
  }),
};
