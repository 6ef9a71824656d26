import assert from "node:assert/strict";
import { isMutation, type Operation } from "@ferrule/contract/operation.ts";
import { operations, type OperationName } from "@ferrule/contract/operations.ts";
import { environments, roles, type Environment, type Role } from "@ferrule/contract/states.ts";
import type { ErrorCode } from "@ferrule/contract/errors.ts";
import type { Answer, RequestOptions } from "./request.ts";
import type { Prepare, Prepared, Ready } from "./recipe.ts";
import { recipeOf } from "./recipes.ts";
import type { Site } from "./site.ts";
import type { World } from "./world.ts";

export const operationOf = (name: OperationName): Operation => operations[name];
export const isPublic = (name: OperationName): boolean => operationOf(name).roles === "public";
export const mutates = (name: OperationName): boolean => isMutation(operationOf(name));

/** The roles in the operation table; all of them for `any` and `public`. */
export function rolesOf(name: OperationName): readonly Role[] {
  const listed = operationOf(name).roles;
  return typeof listed === "string" ? roles : listed;
}

export const allowedIn = (name: OperationName, environment: Environment): readonly Role[] =>
  rolesOf(name).filter((role) => (operationOf(name).rolesIn?.[environment] ?? roles).includes(role));

export interface ReadyOptions {
  role?: Role;
  site?: Site;
  prepare?: Prepare;
}

/** A request that would succeed on its own things, and somebody of `role` (default: owner) to make it. */
export async function anew(
  world: World,
  name: OperationName,
  { role = "owner", site = world.home, prepare }: ReadyOptions = {},
): Promise<Ready> {
  const recipe = recipeOf(name);
  const at = site === world.home ? world.sessions[role] : site.owner;
  const asker = recipe.spendsSession ? await world.newcomer(role, site) : at;
  return { asker, prepared: await (prepare ?? recipe.prepare)({ site, asker }) };
}

/** Reads the Project's things, whoever asks, so it finds the same after any number of requests. */
const onlyReads = (name: OperationName): boolean =>
  !mutates(name) && operationOf(name).scope === "project" && recipeOf(name).belongsTo === undefined;

/** A request that would succeed; it has its own things, unless it only reads them. */
export async function ready(world: World, name: OperationName, options: ReadyOptions = {}): Promise<Ready> {
  const { role = "owner", site = world.home, prepare } = options;
  if (prepare !== undefined || !onlyReads(name)) return anew(world, name, options);
  const { asker, prepared } = await standing(world, name, site);
  return { asker: site === world.home ? world.sessions[role] : asker, prepared };
}

/**
 * An owner's request that would succeed. All tests of its refusals share one: a refusal changes nothing, so the next
 * test finds it unchanged.
 */
export async function standing(world: World, name: OperationName, site = world.home): Promise<Ready> {
  const key = `${name} ${site.projectId}`;
  const kept = world.standing.get(key) ?? anew(world, name, { site });
  world.standing.set(key, kept);
  return kept;
}

/** A request that is ready to succeed, in an environment where this role may make it. */
export function readyAs(world: World, name: OperationName, role: Role): Promise<Ready> {
  const { inEnvironment } = recipeOf(name);
  const environment = environments.find((candidate) => allowedIn(name, candidate).includes(role));
  if (!inEnvironment || !environment) return ready(world, name, { role });
  return ready(world, name, { role, prepare: (scene) => inEnvironment(scene, environment) });
}

/** Sends it with its user's cookie and token. */
export const sendAs = (
  world: World,
  name: OperationName,
  { asker, prepared }: Ready,
  options: RequestOptions = {},
): Promise<Answer> =>
  world.send(name, prepared, {
    ...options,
    headers: { ...(isPublic(name) ? {} : asker.headers()), ...options.headers },
  });

export function refusedWith(answer: Answer, status: number, code: ErrorCode): Answer {
  assert.deepEqual([answer.status, answer.error?.code], [status, code], answer.text);
  assert.equal(answer.headers.get("link"), `</docs/errors/${code}>; rel="help"`);
  return answer;
}

/** Runs a request that must be refused, and checks that not one row of the database changes. */
export async function changesNothing<T>(world: World, run: () => Promise<T>): Promise<T> {
  const position = await world.changes.position();
  const result = await run();
  assert.deepEqual(await world.changes.since(position), [], "nothing was changed");
  return result;
}

/** An unused id of the same type. */
export function unknownId(value: string): string {
  const prefix = /^([a-z]+)_[0-9a-z]{24}$/.exec(value)?.[1];
  return prefix === undefined ? "999999999" : `${prefix}_${"0".repeat(24)}`;
}

export const mapValues = <T, U>(record: Record<string, T>, change: (value: T, name: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/** A valid request, except for an unknown field, an unknown query parameter, and unused ids. */
export function worst(name: OperationName, prepared: Prepared): Prepared {
  return {
    params: mapValues(prepared.params ?? {}, unknownId),
    query: { ...prepared.query, nope: "1" },
    ...(prepared.text === undefined ? {} : { text: prepared.text }),
    ...(mutates(name) && prepared.text === undefined
      ? { body: { ...(prepared.body as object | undefined), nope: 1 } }
      : {}),
  };
}
