import { z } from "zod";
import { permissions } from "@ferrule/contract/internal/permissions.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { FunctionResource } from "@ferrule/contract/resources/function.ts";
import { untrusted } from "../answers/untrusted.ts";
import { checkFunction } from "./check-function.ts";
import { findBySlug, functionSlug } from "./named.ts";
import { tool, type ToolScene } from "./tool.ts";

const edits = z
  .array(z.strictObject({ old: z.string().min(1), new: z.string() }))
  .min(1)
  .max(50);

/** Each kind by itself. The defaults of the whole would take away what an agent leaves out. */
const somePermissions = z.strictObject(
  Object.fromEntries(
    Object.entries(permissions.shape).map(([kind, names]) => [
      kind,
      (names instanceof z.ZodDefault ? (names.unwrap() as z.ZodType) : names).optional(),
    ]),
  ),
) as unknown as z.ZodType<Partial<z.output<typeof permissions>>>;

const input = z.strictObject({
  function: functionSlug,
  source: z.string().min(1).max(524_288).optional().describe("The whole TypeScript source."),
  edits: edits.optional().describe("Instead of source: each old text stands once in the source, and becomes new."),
  tests: z.string().max(524_288).optional().describe("The text of its test file."),
  description: z.string().max(4_000).optional(),
  permissions: somePermissions
    .optional()
    .describe("What it may use: secrets, hosts, collections, cache. A kind that is left out stays."),
  timeout_ms: z.int().min(1).max(300_000).optional(),
  revision: z.int().optional().describe("Of read_function. Needed to change a Function."),
});
type Input = z.output<typeof input>;

function edited(source: string, given: z.output<typeof edits>): string {
  return given.reduce((text, { old, new: now }) => {
    if (text.split(old).length !== 2)
      throw new PublicError(
        "VALIDATION_ERROR",
        `This text does not stand exactly once in the source: ${old.slice(0, 200)}`,
      );
    return text.replace(old, () => now);
  }, source);
}

const fieldsOf = ({ tests, description, timeout_ms: timeoutMs }: Input) => ({
  ...(tests === undefined ? {} : { tests }),
  ...(description === undefined ? {} : { description }),
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
});

function create({ client }: ToolScene, given: Input): Promise<FunctionResource> {
  const { function: slug, source } = given;
  if (source === undefined)
    throw new PublicError("NOT_FOUND", `There is no Function ${slug}. Send its whole source to create it.`);
  const body = { slug, source, ...fieldsOf(given), ...(given.permissions ? { permissions: given.permissions } : {}) };
  return client.createFunction({ body });
}

function change({ client }: ToolScene, given: Input, before: FunctionResource): Promise<FunctionResource> {
  const { revision, edits: changes } = given;
  if (revision === undefined)
    throw new PublicError("VALIDATION_ERROR", `The Function exists: send revision ${before.revision} to change it.`);
  const source = changes === undefined ? given.source : edited(before.source, changes);
  return client.updateFunction({
    params: { functionId: before.id },
    body: {
      ...fieldsOf(given),
      ...(source === undefined ? {} : { source }),
      ...(given.permissions === undefined ? {} : { permissions: { ...before.permissions, ...given.permissions } }),
    },
    headers: { "if-match": `"${revision}"` },
  });
}

/** Creates a Function or changes its draft, and says what a build would find. */
export const writeFunction = tool({
  name: "write_function",
  title: "Create or change a Function",
  description:
    "Saves a Function's draft: creates it, or changes it (with revision). Then checks it, as validate does. New permissions need a person's confirmation. Nothing is live before deploy.",
  scope: "write",
  hints: { readOnlyHint: false, destructiveHint: false },
  input,
  output: { slug: z.string(), revision: z.int(), valid: z.boolean(), problems: z.int() },
  run: async (scene, given) => {
    const before = await findBySlug(scene.client, given.function);
    const saved = await (before === undefined ? create(scene, given) : change(scene, given, before));
    const { diagnostics, ...checked } = await checkFunction(scene, saved.id);
    return {
      slug: saved.slug,
      revision: saved.revision,
      ...checked,
      ...untrusted({ diagnostics }),
      next: checked.valid ? "test_function runs it." : "Mend it: write_function with edits and this revision.",
    };
  },
});
