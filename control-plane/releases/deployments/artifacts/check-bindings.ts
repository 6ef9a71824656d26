import type { ArtifactEndpoint, ArtifactTool } from "@ferrule/contract/internal/artifact.ts";
import { templatesMayOverlap } from "@ferrule/contract/mcp-bindings/template-overlap.ts";
import { isUriTemplate } from "@ferrule/contract/mcp-bindings/uri-template.ts";
import { checkedOffers, type CheckedOffer } from "./checked-offers.ts";
import { durableDoubts } from "./durable-doubts.ts";
import { longTextWarnings, toolNameWarnings } from "@ferrule/contract/warnings/tool-text-warnings.ts";
import type { BindingFacts, DeploymentError } from "../../../ground/store/tables/deployments.ts";

interface Findings {
  errors: DeploymentError[];
  warnings: string[];
}

const fileOf = (held: BindingFacts) => `${held.slug}.ts`;
const knows = ({ names }: BindingFacts, property: string) => names === null || names.includes(property);

/**
 * Finds enabled bindings that nobody could call. An error fails the deployment, for example when the input is not an
 * object: a tool's arguments, and the merged input of a route, always are (MCP 2025-11-25, Tool.inputSchema). Warnings
 * go to the log: schemas that some MCP clients and models' APIs refuse, a parameter that the input does not know,
 * because of which every call fails, and settings that have no effect on the runs of a durable Function.
 */
export function checkBindings(
  endpoints: readonly ArtifactEndpoint[],
  functions: ReadonlyMap<string, BindingFacts>,
): Findings {
  const found: Findings = { errors: [], warnings: [] };
  for (const endpoint of endpoints) {
    found.warnings.push(...endpointDoubts(endpoint));
    for (const offer of checkedOffers(endpoint)) {
      const where = `${endpoint.slug}, ${offer.name}`;
      const { functionId } = offer.binding;
      if (functionId !== null) {
        const { errors, warnings } = checkFunction(where, offer, functions.get(functionId));
        found.errors.push(...errors);
        found.warnings.push(...warnings);
      }
      if (offer.tool?.description === "")
        found.warnings.push(`${where}: it has no description to tell a model when to call it.`);
    }
  }
  return found;
}

function checkFunction(where: string, offer: CheckedOffer, held: BindingFacts | undefined): Findings {
  const failed = (error: DeploymentError) => ({ errors: [error], warnings: [] });
  if (!held) return failed(missingFunction(where));
  if (!held.takesObject) return failed(notAnObject(where, held));
  if (held.durable !== undefined && offer.isAll !== null) return failed(noContent(where, held));
  const warnings = [
    ...doubts(where, held, offer),
    ...(offer.tool ? toolDoubts(where, offer.tool, held) : []),
    ...durableDoubts(held, offer.binding.whenClientLeaves, offer.route).map((doubt) => `${where}: ${doubt}`),
  ];
  return { errors: [], warnings };
}

const missingFunction = (where: string): DeploymentError => ({
  code: "BINDING_WITHOUT_FUNCTION",
  step: "assemble",
  message: `${where}: the Function it is bound to does not exist. Bind it to another one, or remove it.`,
  file: null,
  line: null,
});

const notAnObject = (where: string, held: BindingFacts): DeploymentError => ({
  code: "INPUT_NOT_AN_OBJECT",
  step: "assemble",
  message:
    `${where}: the input of Function ${held.slug} is not an object, and callers can only send one. ` +
    "Make the handler's first parameter an object, or give the Function an inputSchema of type object.",
  file: fileOf(held),
  line: null,
});

const noContent = (where: string, held: BindingFacts): DeploymentError => ({
  code: "RUN_INSTEAD_OF_CONTENT",
  step: "assemble",
  message:
    `${where}: Function ${held.slug} is durable, so it would respond with a run and not with a content. ` +
    "Bind a Function that is not durable.",
  file: fileOf(held),
  line: null,
});

function doubts(where: string, held: BindingFacts, { parameters, isAll }: CheckedOffer): string[] {
  const unknown = parameters.filter((name) => !knows(held, name));
  const lacking = isAll === true ? (held.required ?? []).filter((name) => !parameters.includes(name)) : [];
  return [
    ...unknown.map(
      (name) => `${where}: Function ${held.slug} has no input named ${name}, so every call will be refused.`,
    ),
    ...lacking.map(
      (name) => `${where}: Function ${held.slug} needs an input named ${name}, which no caller can give here.`,
    ),
  ];
}

/** OpenAI's API takes at most this many tools in a request, and VS Code in a chat. */
const mostTools = 128;

/** So many pairs of templates are named. */
const mostPairs = 20;

function overlaps({ resources = [] }: ArtifactEndpoint): string[] {
  const templates = resources.filter(({ enabled, uri }) => enabled && isUriTemplate(uri));
  const pairs = templates.flatMap((one, index) =>
    templates.slice(index + 1).flatMap((other) => (templatesMayOverlap(one.uri, other.uri) ? [[one, other]] : [])),
  );
  return pairs
    .slice(0, mostPairs)
    .map((pair) => `the templates of resources ${pair.map(({ name }) => name).join(" and ")} may match the same URI.`);
}

function endpointDoubts(endpoint: ArtifactEndpoint): string[] {
  const { slug, tools, instructions } = endpoint;
  const { length } = tools.filter(({ enabled }) => enabled);
  const many = `it offers ${length} tools. OpenAI's API and VS Code take at most ${mostTools}, including those of other servers.`;
  const found = [
    ...(length > mostTools ? [many] : []),
    ...longTextWarnings("text of instructions", instructions),
    ...overlaps(endpoint),
  ];
  return found.map((doubt) => `${slug}: ${doubt}`);
}

const toolDoubts = (where: string, { toolName, description }: ArtifactTool, { warnings }: BindingFacts): string[] =>
  [...toolNameWarnings(toolName), ...longTextWarnings("description", description), ...warnings].map(
    (warning) => `${where}: ${warning}`,
  );
