import type {
  ArtifactCollection,
  ArtifactEndpoint,
  ArtifactFunction,
  ArtifactManifest,
} from "@ferrule/contract/internal/artifact.ts";
import { compareOffers } from "./compare-offers.ts";
import { functionBreaks } from "./function-breaks.ts";
import { offersOf } from "./offers.ts";
import { pairs, type ArtifactChange, type Side } from "./pairs.ts";

const nothing: Pick<ArtifactManifest, "endpoints" | "functions" | "collections"> = { endpoints: [], functions: [] };

const sides = <T extends { id: string; slug: string }>(items: readonly T[]) =>
  new Map(items.map((value): [string, Side<T>] => [value.id, { name: value.slug, value }]));

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
    ...compareOffers("mcp-binding", offersOf(was, "mcp"), offersOf(after, "mcp"), unknown),
    // A new version of a collection breaks no caller: its creation checks all records, and they are not part of an
    // artifact.
    ...pairs(
      "collection",
      collectionSides(was),
      collectionSides(after),
      ({ version }) => ({ version }),
      () => [],
    ),
    ...compareOffers("http-binding", offersOf(was, "http"), offersOf(after, "http"), unknown),
  ];
}
