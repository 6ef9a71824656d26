import { z } from "zod";
import { operation } from "./operation.ts";
import { listOf, page, searched, sortedBy } from "../resources/fields.ts";
import { library, librarySummary, newLibrary, replacedLibrary } from "../resources/library.ts";

const authors = ["owner", "admin", "developer"] as const;
const shared = { tag: "Libraries", scope: "project" } as const;

/** Libraries: code that Functions may import besides "ferrule". */
export const libraryOperations = {
  listLibraries: operation({
    ...shared,
    method: "GET",
    path: "/api/libraries",
    summary: "List Libraries, without their sources",
    roles: "any",
    query: z.strictObject({
      ...page,
      ...searched,
      kind: librarySummary.shape.kind.optional(),
      sort: sortedBy("name", "updatedAt"),
    }),
    response: listOf(librarySummary),
  }),
  createLibrary: operation({
    ...shared,
    method: "POST",
    path: "/api/libraries",
    summary: "Create a Library",
    description: "Of TypeScript, or of an npm package in one exact version.",
    roles: authors,
    body: newLibrary,
    response: library,
    status: 201,
    errors: ["CONFLICT"],
    audit: "library.create",
    whenManaged: "refused",
    // A worker inspects a package before it is added.
    transaction: "handler",
    idempotent: true,
  }),
  getLibrary: operation({
    ...shared,
    method: "GET",
    path: "/api/libraries/:libraryId",
    summary: "Get a Library with its source",
    roles: "any",
    response: library,
  }),
  replaceLibrary: operation({
    ...shared,
    method: "PUT",
    path: "/api/libraries/:libraryId",
    summary: "Give a Library a new version",
    description: "The next deployment builds with it.",
    roles: authors,
    body: replacedLibrary,
    response: library,
    audit: "library.update",
    whenManaged: "refused",
    transaction: "handler",
    ifMatch: true,
  }),
  deleteLibrary: operation({
    ...shared,
    method: "DELETE",
    path: "/api/libraries/:libraryId",
    summary: "Remove a Library that no draft imports",
    description: "What is deployed runs on.",
    roles: authors,
    response: null,
    errors: ["IN_USE"],
    audit: "library.delete",
    whenManaged: "refused",
    ifMatch: true,
  }),
};
