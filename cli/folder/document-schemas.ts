import { z } from "zod";
import { newHttpBinding, newPrompt, newResource, newTool } from "@ferrule/contract/resources/binding.ts";
import { connectionName } from "@ferrule/contract/resources/connection.ts";
import { newCronBinding } from "@ferrule/contract/resources/cron-binding.ts";
import { collectionAccess, newDataCollection } from "@ferrule/contract/resources/data-collection.ts";
import { environment, givenName, slug } from "@ferrule/contract/resources/fields.ts";
import { newFunction } from "@ferrule/contract/resources/function.ts";
import { newNpmLibrary, newSourceLibrary } from "@ferrule/contract/resources/library.ts";
import { manifestEndpoint, manifestLibrary, manifestPolicies } from "@ferrule/contract/resources/manifest.ts";
import { secretName } from "@ferrule/contract/resources/secret.ts";

const offered = { function: slug };
const route = z.string().regex(/^[A-Z]+ \/\S*$/, "must be a method and a path, like GET /orders/{orderId}");
const endpoint = manifestEndpoint
  .omit({ kind: true, slug: true })
  .extend({ name: givenName.optional(), policies: manifestPolicies.optional() });

const mayOffer = { function: slug.optional() };
/** The name of a file beside the endpoint's own, in the endpoint's folder. */
const contentFile = z
  .string()
  .max(200)
  .regex(/^(?!.*\.\.)[A-Za-z0-9_~][A-Za-z0-9_.~ -]*$/, "must be the name of a file in the endpoint's folder");
const resource = newResource
  .omit({ functionId: true, name: true, content: true })
  .extend({ ...mayOffer, text: z.string().optional(), base64: z.string().optional(), file: contentFile.optional() })
  .strict()
  .refine(
    ({ text, base64, file }) => [text, base64, file].filter((one) => one !== undefined).length <= 1,
    "must have one of text, base64 and file",
  );
const prompt = newPrompt.omit({ functionId: true, name: true }).extend(mayOffer).strict();

/** A tool by its name, a route by `GET /orders/{orderId}`. */
const endpoints = z.discriminatedUnion("kind", [
  endpoint.extend({
    kind: z.literal("mcp"),
    tools: z
      .record(newTool.shape.toolName, newTool.omit({ functionId: true, toolName: true }).extend(offered).strict())
      .default({}),
    resources: z.record(newTool.shape.toolName, resource).default({}),
    prompts: z.record(newTool.shape.toolName, prompt).default({}),
  }),
  endpoint.extend({
    kind: z.literal("http"),
    routes: z
      .record(route, newHttpBinding.omit({ functionId: true, method: true, path: true }).extend(offered).strict())
      .default({}),
  }),
]);

const access = z.partialRecord(slug, collectionAccess).default({});
const granted = z.strictObject({ functions: access, endpoints: access }).prefault({});

const cron = newCronBinding
  .omit({ functionId: true, environment: true })
  .extend({ ...offered, name: givenName.optional() })
  .strict();
const crons = z.record(z.string().min(1).max(130), cron).default({});

const { package: packageName, version } = newNpmLibrary.shape;
const lockedSource = newSourceLibrary.pick({ version: true }).required();
const lockedPackage = manifestLibrary.options[1].pick({ integrity: true, lock: true });

/** The schemas of the YAML and JSON files. The lock file holds a source library's label and an npm package's lock. */
export const documentSchemas = {
  function: newFunction.omit({ slug: true, source: true, tests: true }),
  endpoint: endpoints,
  collection: newDataCollection
    .omit({ name: true })
    .extend({ grants: z.strictObject({ development: granted, production: granted }).prefault({}) }),
  crons: z.strictObject({ development: crons, production: crons }),
  libraries: z.record(
    newNpmLibrary.shape.name,
    z.union([version, z.strictObject({ package: packageName.unwrap(), version })]),
  ),
  lock: z.record(z.string(), z.union([lockedSource, lockedPackage])),
  connections: z.record(connectionName, z.array(environment).max(2)),
  secrets: z.record(secretName, z.array(environment).max(2)),
};
export type DocumentKind = keyof typeof documentSchemas;
