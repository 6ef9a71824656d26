import type {
  ArtifactCollection,
  ArtifactEndpoint,
  ArtifactFunction,
  ArtifactManifest,
  ArtifactRoute,
  ArtifactTool,
} from "@ferrule/contract/internal/artifact.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { permissionChanges } from "@ferrule/contract/permissions/permission-uses.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { DeploymentChange } from "../../../ground/store/tables/deployments.ts";

/** A change, and the id of what has changed. */
export type ArtifactChange = DeploymentChange & { id: string };

const nothing: Pick<ArtifactManifest, "endpoints" | "functions" | "collections"> = { endpoints: [], functions: [] };

interface Side<T> {
  name: string;
  value: T;
}

/** A binding with its endpoint's settings and its Function. */
interface Offer {
  endpointId: string;
  endpointSlug: string;
  /** How callers name it: `tool look_up` or `route GET /orders/{}` (parameters by position). */
  called: string;
  shown: string;
  enabled: boolean;
  binding: ArtifactTool | ArtifactRoute;
  held: ArtifactFunction | undefined;
}

const shapeOf = (path: string) => path.replaceAll(/\{[^}]+\}/g, "{}");

function offersOf(manifest: typeof nothing, kind: "tools" | "routes"): Map<string, Offer> {
  const functions = new Map(manifest.functions.map((held) => [held.id, held]));
  const offers = manifest.endpoints.flatMap(({ id, slug, tools, routes }) =>
    (kind === "tools" ? tools : routes).map((binding): Offer => {
      const isTool = "toolName" in binding;
      return {
        endpointId: id,
        endpointSlug: slug,
        called: isTool ? `tool ${binding.toolName}` : `route ${binding.method} ${shapeOf(binding.path)}`,
        shown: isTool ? `Tool ${binding.toolName}` : `Route ${binding.method} ${binding.path}`,
        enabled: binding.enabled,
        binding,
        held: functions.get(binding.functionId),
      };
    }),
  );
  return new Map(offers.map((offer) => [offer.binding.bindingId, offer]));
}

/** Pairs items by id. Each pair is added, removed, or changed in certain fields. */
function pairs<T>(
  kind: DeploymentChange["kind"],
  before: Map<string, Side<T>>,
  after: Map<string, Side<T>>,
  fieldsOf: (value: T) => Record<string, unknown>,
  breaking: (a: T | undefined, b: T | undefined) => string[],
  permissionsOf: (value: T) => Permissions | null = () => null,
): ArtifactChange[] {
  const changes: ArtifactChange[] = [];
  const said = (id: string, change: DeploymentChange["change"], was?: Side<T>, is?: Side<T>, fields: string[] = []) => {
    const name = (is ?? was)?.name ?? "";
    const permissions = permissionChanges(was ? permissionsOf(was.value) : null, is ? permissionsOf(is.value) : null);
    changes.push({ id, kind, name, change, fields, permissions, breaking: breaking(was?.value, is?.value) });
  };
  for (const [id, was] of before) {
    const is = after.get(id);
    if (!is) said(id, "removed", was);
    else {
      const fields = differing(fieldsOf(was.value), fieldsOf(is.value));
      if (fields.length > 0) said(id, "changed", was, is, fields);
    }
  }
  for (const [id, is] of after) if (!before.has(id)) said(id, "added", undefined, is);
  return changes.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const sides = <T extends { id: string; slug: string }>(items: readonly T[]) =>
  new Map(items.map((value): [string, Side<T>] => [value.id, { name: value.slug, value }]));

/** The names of the fields that differ, sorted. */
const differing = (a: Record<string, unknown>, b: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !sameJson(a[name], b[name])).sort();

const functionFields = ({ bundleDigest: code, ...fields }: ArtifactFunction) => ({
  ...fields,
  code,
});

const texts = ({ kind, slug, name, description, instructions, unknownArguments }: ArtifactEndpoint) => ({
  kind,
  slug,
  name,
  description,
  instructions,
  unknownArguments,
});

function endpointBreaks(was: ArtifactEndpoint | undefined, is: ArtifactEndpoint | undefined): string[] {
  if (!was) return [];
  if (!is) return [`Endpoint ${was.slug} is removed.`];
  const isStricter = was.unknownArguments === "ignore" && is.unknownArguments !== "ignore";
  return isStricter
    ? [`Endpoint ${is.slug} refuses arguments that a tool does not know, which it ignored before.`]
    : [];
}

const schemaBreaks = (was: ArtifactFunction, is: ArtifactFunction) => [
  ...compareSchemas("input", was.inputSchema, is.inputSchema),
  ...compareSchemas("output", was.outputSchema, is.outputSchema),
];

/** A durable Function responds with a run, any other with its result. */
function runBreaks(was: ArtifactFunction, is: ArtifactFunction): string[] {
  if (was.run === is.run) return [];
  return [
    is.run === "durable"
      ? "Callers get a run instead of the result, because the Function is now durable."
      : "Callers get the result instead of a run, because the Function is no longer durable.",
  ];
}

const functionBreaks = (was: ArtifactFunction, is: ArtifactFunction) => [
  ...runBreaks(was, is),
  ...schemaBreaks(was, is),
];

function offerBreaks(
  { offered, unknown }: { offered: Set<string>; unknown: ReadonlySet<string> },
  was: Offer | undefined,
  is: Offer | undefined,
): string[] {
  if (!was?.enabled) return [];
  if (is?.enabled && is.called !== was.called) {
    const gone = !offered.has(`${was.endpointId} ${was.called}`);
    if (gone) return [`${was.shown} is renamed to ${is.shown.slice(is.shown.indexOf(" ") + 1)}.`];
  }
  if (!is?.enabled)
    return offered.has(`${was.endpointId} ${was.called}`) ? [] : [`${was.shown} is ${is ? "disabled" : "removed"}.`];
  // If the Function stays the same, its own entry already reports changes of its schemas, and whether it is durable.
  if (!was.held || !is.held || was.held.id === is.held.id) return [];
  return unknown.has(is.held.id) ? runBreaks(was.held, is.held) : functionBreaks(was.held, is.held);
}

function compareOffers(
  kind: "mcp-binding" | "http-binding",
  before: Map<string, Offer>,
  after: Map<string, Offer>,
  unknown: ReadonlySet<string>,
): ArtifactChange[] {
  const enabled = [...after.values()].filter((offer) => offer.enabled);
  const offered = new Set(enabled.map((offer) => `${offer.endpointId} ${offer.called}`));
  const named = (offers: Map<string, Offer>) =>
    new Map(
      [...offers].map(([id, value]): [string, Side<Offer>] => [
        id,
        { name: `${value.endpointSlug}: ${value.shown.slice(value.shown.indexOf(" ") + 1)}`, value },
      ]),
    );
  return pairs(
    kind,
    named(before),
    named(after),
    ({ binding }) => ({ ...binding }),
    (was, is) => offerBreaks({ offered, unknown }, was, is),
  );
}

const collectionSides = ({ collections = [] }: typeof nothing) =>
  new Map(collections.map((value): [string, Side<ArtifactCollection>] => [value.id, { name: value.name, value }]));

/**
 * The changes for callers when `after` replaces `before` (null: there was none), by Functions, endpoints and bindings.
 * Each change says in sentences what breaks. If a binding switches to a Function with `unknown` schemas, that does not
 * count as breaking.
 */
export function compareArtifacts(
  before: ArtifactManifest | null,
  after: ArtifactManifest,
  unknown: ReadonlySet<string> = new Set(),
): ArtifactChange[] {
  const was = before ?? nothing;
  return [
    ...pairs(
      "function",
      sides(was.functions),
      sides(after.functions),
      functionFields,
      (a, b) => (a && b ? functionBreaks(a, b) : []),
      ({ permissions }) => permissions,
    ),
    ...pairs("endpoint", sides(was.endpoints), sides(after.endpoints), texts, endpointBreaks),
    ...compareOffers("mcp-binding", offersOf(was, "tools"), offersOf(after, "tools"), unknown),
    // A new version of a collection breaks no caller: its creation checks all records, and they are not part of an
    // artifact.
    ...pairs(
      "collection",
      collectionSides(was),
      collectionSides(after),
      ({ version }) => ({ version }),
      () => [],
    ),
    ...compareOffers("http-binding", offersOf(was, "routes"), offersOf(after, "routes"), unknown),
  ];
}
