import type { ArtifactEndpoint, ArtifactTool } from "@ferrule/contract/internal/artifact.ts";
import { durableDoubts } from "./durable-doubts.ts";
import { longTextWarnings, toolNameWarnings } from "@ferrule/contract/warnings/tool-text-warnings.ts";
import type { BindingFacts, DeploymentError } from "../../../ground/store/tables/deployments.ts";

interface Findings {
  errors: DeploymentError[];
  warnings: string[];
}

const parameterNames = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");

const fileOf = (held: BindingFacts) => `${held.slug}.ts`;
const knows = ({ names }: BindingFacts, property: string) => names === null || names.includes(property);

/**
 * Finds enabled bindings that nobody could call. An error fails the deployment, for example when the input is not an
 * object: a tool's arguments, and the merged input of a route, always are (MCP 2025-11-25, Tool.inputSchema). Warnings
 * go to the log: schemas that some MCP clients and models' APIs refuse, a route parameter that the input does not know,
 * because of which every call fails, and settings that have no effect on the runs of a durable Function.
 */
export function checkBindings(
  endpoints: readonly ArtifactEndpoint[],
  functions: ReadonlyMap<string, BindingFacts>,
): Findings {
  const found: Findings = { errors: [], warnings: [] };
  for (const endpoint of endpoints) {
    found.warnings.push(...endpointDoubts(endpoint));
    const offers = [
      ...endpoint.tools.map((tool) => ({
        ...tool,
        name: `tool ${tool.toolName}`,
        tool,
        route: null,
        parameters: [] as string[],
      })),
      ...endpoint.routes.map((route) => ({
        ...route,
        name: `route ${route.method} ${route.path}`,
        tool: null,
        route,
        parameters: parameterNames(route.path),
      })),
    ];
    for (const offer of offers.filter(({ enabled }) => enabled)) {
      const where = `${endpoint.slug}, ${offer.name}`;
      const held = functions.get(offer.functionId);
      if (!held) found.errors.push(missingFunction(where));
      else if (!held.takesObject) found.errors.push(notAnObject(where, held));
      else
        found.warnings.push(
          ...doubts(where, held, offer.parameters),
          ...(offer.tool ? toolDoubts(where, offer.tool, held) : []),
          ...durableDoubts(held, offer.whenClientLeaves, offer.route).map((doubt) => `${where}: ${doubt}`),
        );
      if (offer.tool !== null && offer.description === "")
        found.warnings.push(`${where}: it has no description to tell a model when to call it.`);
    }
  }
  return found;
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

function doubts(where: string, held: BindingFacts, parameters: readonly string[]): string[] {
  const unknown = parameters.filter((name) => !knows(held, name));
  return unknown.map(
    (name) => `${where}: Function ${held.slug} has no input named ${name}, so every call will be refused.`,
  );
}

/** OpenAI's API takes at most this many tools in a request, and VS Code in a chat. */
const mostTools = 128;

function endpointDoubts({ slug, tools, instructions }: ArtifactEndpoint): string[] {
  const { length } = tools.filter(({ enabled }) => enabled);
  const many = `it offers ${length} tools. OpenAI's API and VS Code take at most ${mostTools}, including those of other servers.`;
  const doubts = [...(length > mostTools ? [many] : []), ...longTextWarnings("text of instructions", instructions)];
  return doubts.map((doubt) => `${slug}: ${doubt}`);
}

const toolDoubts = (where: string, { toolName, description }: ArtifactTool, { warnings }: BindingFacts): string[] =>
  [...toolNameWarnings(toolName), ...longTextWarnings("description", description), ...warnings].map(
    (warning) => `${where}: ${warning}`,
  );
