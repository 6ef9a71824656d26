import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { collectionName, type CollectionAccess } from "@ferrule/contract/resources/data-collection.ts";
import { z } from "zod";
import { defineTemplate, type TemplateCollection, type TemplateFunction } from "../template.ts";

type Annotations = NonNullable<TemplateFunction["tool"]>["annotations"];

const reads: Annotations = { readOnlyHint: true, openWorldHint: false };
const adds: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
const replaces: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

const madeCollection = (name: string): TemplateCollection => ({
  name,
  description: "Made by the template for records.",
  schema: {
    type: "object",
    properties: {
      title: { type: "string", minLength: 1, maxLength: 500 },
      state: { type: "string", enum: ["open", "done"] },
      notes: { type: "string", maxLength: 10_000 },
    },
    required: ["title"],
    additionalProperties: false,
  },
  indexes: ["state"],
});

/** One Function per verb for the collection with this name. */
function verbsOn(collection: string): TemplateFunction[] {
  const access = (access: CollectionAccess) => ({
    constants: { collection },
    permissions: { ...noPermissions, collections: [{ name: collection, access }] },
  });
  const name = collection.replaceAll("-", "_");
  const path = `/${collection}`;
  return [
    {
      slug: "create-record",
      name: "Create a record",
      file: "create-record.ts",
      ...access("write"),
      tool: { toolName: `create_${name}`, description: `Makes a record in ${collection}.`, annotations: adds },
      route: { method: "POST", path, successStatus: 201 },
    },
    {
      slug: "read-record",
      name: "Read a record",
      file: "read-record.ts",
      ...access("read"),
      tool: { toolName: `read_${name}`, description: `Reads a record of ${collection}.`, annotations: reads },
      route: { method: "GET", path: `${path}/{id}`, successStatus: 200 },
    },
    {
      slug: "list-records",
      name: "List records",
      file: "list-records.ts",
      ...access("read"),
      tool: { toolName: `list_${name}`, description: `Lists the records of ${collection}.`, annotations: reads },
      route: { method: "GET", path, successStatus: 200 },
    },
    {
      slug: "update-record",
      name: "Update a record",
      file: "update-record.ts",
      ...access("write"),
      tool: {
        toolName: `update_${name}`,
        description: `Changes a record of ${collection}.`,
        annotations: replaces,
      },
      route: { method: "PUT", path: `${path}/{id}`, successStatus: 200 },
    },
    {
      slug: "delete-record",
      name: "Delete a record",
      file: "delete-record.ts",
      ...access("write"),
      tool: {
        toolName: `delete_${name}`,
        description: `Deletes a record of ${collection}.`,
        annotations: replaces,
      },
      route: { method: "DELETE", path: `${path}/{id}`, successStatus: 200 },
    },
  ];
}

export const recordCrud = defineTemplate({
  id: "record-crud",
  name: "Records of a data collection",
  summary:
    "Creates, reads, lists, changes and deletes the records of a data collection. Each tenant sees its own. " +
    "If the collection does not exist, the template creates one whose records have a title and a state.",
  category: "Data",
  scope: "both",
  parameters: z.strictObject({
    collection: collectionName.default("items").describe("The data collection's name."),
  }),
  contents: ({ collection }) => ({
    endpoint: { kind: "http", slug: "records", name: "Records" },
    collections: [madeCollection(collection)],
    functions: verbsOn(collection),
  }),
});
