import type { Example } from "@ferrule/contract/openapi/examples.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { roles } from "@ferrule/contract/states.ts";
import { numberedPrefixes } from "../site.ts";
import type { Success } from "../world.ts";
import { steadyText } from "./steady-text.ts";

/** The most items of a list, and characters of a text, that an example shows. */
const [mostItems, mostCharacters] = [2, 800];

type Change = (text: string) => string;

/** The same value with other texts, and without what only makes it long. */
function retold(value: unknown, change: Change, shortens: boolean): unknown {
  if (typeof value === "string") {
    const text = change(value);
    return shortens && text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  }
  if (Array.isArray(value))
    return value.slice(0, shortens ? mostItems : undefined).map((item) => retold(item, change, shortens));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), retold(item, change, shortens)]));
}

/** This API's description of itself: only its head, because an example of all of it would contain itself. */
const head = ({ openapi, info, servers }: Record<string, unknown>) => ({ openapi, info, servers, paths: {} });

/** The body of an answer, by its media type. */
function answered(name: OperationName, { answer }: Success): Record<string, unknown> | undefined {
  if (answer.text === "") return undefined;
  const type = answer.headers.get("content-type")?.split(";", 1)[0] ?? "";
  if (type !== "application/json") return { [type]: answer.text };
  const body = JSON.parse(answer.text) as Record<string, unknown>;
  return { [type]: name === "getOpenapi" ? head(body) : body };
}

/**
 * A request of this run and its answer as an example: with everything replaced that differs from run to run.
 * @param begun when the run began, in epoch milliseconds
 */
export function exampleOf(name: OperationName, success: Success, begun: number): Example {
  const { params, query, body, text } = success.attempt.prepared;
  const change = steadyText(begun, [...numberedPrefixes, ...roles]);
  const sent = Object.entries({ params, query, body: body ?? text }).filter(([, part]) => part !== undefined);
  const request = retold(Object.fromEntries(sent), change, false) as Example;
  const answer = answered(name, success);
  return answer === undefined
    ? request
    : { ...request, answer: retold(answer, change, true) as Record<string, unknown> };
}
