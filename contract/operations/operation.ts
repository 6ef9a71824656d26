import { z, type ZodObject } from "zod";
import type { Operation } from "../operation.ts";
import { pathId } from "../resources/fields.ts";

/** The names of the parameters in a path: `projectId` in `/api/projects/:projectId`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsIn<Path extends string> = [NamesIn<Path>] extends [never]
  ? unknown
  : { params: ZodObject<Record<NamesIn<Path>, typeof pathId>, z.core.$strict> };

/** Whether a Project that git manages refuses this change; every change in a Project must declare it. */
type SaysWhenManaged =
  | { method: "GET" }
  | { scope: "installation" }
  | { reads: true }
  | { whenManaged: "refused" | "allowed" };

/** An operation as it is declared, without the usual values. */
type Declared = Omit<Operation, "status" | "audit" | "params"> & {
  /** Default: 200, or 204 without a body. */
  status?: 201 | 202;
} & ({ method: "GET"; audit?: string } | { audit: string | null }) &
  SaysWhenManaged;

type Completed<O extends Declared> = O &
  ParamsIn<O["path"]> & {
    status: O extends { status: infer S } ? S : O["response"] extends null ? 204 : 200;
    audit: O extends { audit: infer A } ? A : null;
  };

/** The schema of the parameters in a path. */
function paramsIn(path: string): { params?: ZodObject } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, pathId]);
  return names.length === 0 ? {} : { params: z.strictObject(Object.fromEntries(names)) };
}

/**
 * Declares an operation, keeping its literal types. It adds the parameters of the path and the usual status, and
 * declares that a read is not audited.
 */
export const operation = <const O extends Declared>(entry: O): Completed<O> =>
  ({
    ...paramsIn(entry.path),
    status: entry.response === null ? 204 : 200,
    audit: null,
    ...entry,
  }) as unknown as Completed<O>;
