import type { InstallationScope } from "../../ground/store/scope.ts";
import { holdClient } from "./authenticate-client.ts";
import type { ScimClient } from "./client.ts";
import { limits } from "./limits.ts";
import { isKnown, requireMatch } from "./preconditions.ts";
import { projected, readQuery, wants, type ScimQuery } from "./read-query.ts";
import { ScimError } from "./scim-error.ts";
import type { ScimAnswer, ScimHandler, ScimRequest } from "./scim-request.ts";
import { listBody, versionOf } from "./shown.ts";

type Find<Row> = (scope: InstallationScope, providerId: string, id: string) => Promise<Row | undefined>;

/** What differs between users and groups. */
interface Resources<Row, Fits> {
  name: "user" | "group";
  find: Find<Row>;
  list: (
    scope: InstallationScope,
    providerId: string,
    page: { fits: Fits | null; offset: number; limit: number },
  ) => Promise<{ total: number; rows: Row[] }>;
  /** The condition of a list's filter. */
  fits: (filter: NonNullable<ScimQuery["filter"]>) => Fits;
  show: (
    scope: InstallationScope,
    client: ScimClient,
    rows: readonly Row[],
    isWhole: boolean,
  ) => Promise<Record<string, unknown>[]>;
  /** The attribute that takes a statement of its own. */
  costly: "groups" | "members";
  /** The longest page of resources with that attribute. */
  mostWhole: number;
}

/** The reads of a kind of resource, and the parts that its changes have in common. */
export function serveResources<Row extends { revision: number }, Fits>(kind: Resources<Row, Fits>) {
  const require = async (scope: InstallationScope, { client, id }: ScimRequest): Promise<Row> => {
    const row = await kind.find(scope, client.provider.id, id);
    if (row === undefined) throw new ScimError(404, `There is no such ${kind.name}.`);
    return row;
  };
  const queryOf = ({ url }: ScimRequest): ScimQuery => {
    const query = readQuery(url, limits.listedUsers);
    return wants(query, kind.costly) ? { ...query, count: Math.min(query.count, kind.mostWhole) } : query;
  };
  const answerWith = async (
    scope: InstallationScope,
    { client }: ScimRequest,
    row: Row,
    query: ScimQuery,
    status: 200 | 201 = 200,
  ): Promise<ScimAnswer> => {
    const [shown = {}] = await kind.show(scope, client, [row], wants(query, kind.costly));
    const { location } = shown["meta"] as { location: string };
    return { status, body: projected(query, shown), version: versionOf(row), location };
  };
  const list: ScimHandler = (request) => {
    const query = queryOf(request);
    const { client } = request;
    const page = { fits: query.filter && kind.fits(query.filter), offset: query.startIndex - 1, limit: query.count };
    const read = async (scope: InstallationScope): Promise<ScimAnswer> => {
      const { total, rows } = await kind.list(scope, client.provider.id, page);
      const shown = await kind.show(scope, client, rows, wants(query, kind.costly));
      const resources = shown.map((one) => projected(query, one));
      return { status: 200, body: listBody(resources, total, query.startIndex) };
    };
    return client.app.store.inInstallation(read, { readOnly: true });
  };
  const get: ScimHandler = (request) => {
    const read = async (scope: InstallationScope): Promise<ScimAnswer> => {
      const row = await require(scope, request);
      if (isKnown(request.ifNoneMatch, row)) return { status: 304, body: null, version: versionOf(row) };
      return answerWith(scope, request, row, queryOf(request));
    };
    return request.client.app.store.inInstallation(read, { readOnly: true });
  };
  /** Runs a change of a resource, which it locks first. */
  const holding = (
    request: ScimRequest,
    run: (scope: InstallationScope, before: Row, client: ScimClient) => Promise<ScimAnswer>,
  ): Promise<ScimAnswer> =>
    request.client.app.store.inInstallation(async (scope) => {
      const client = await holdClient(scope, request.client);
      const before = await require(scope, request);
      requireMatch(request.ifMatch, before);
      return run(scope, before, client);
    });
  return { list, get, queryOf, answerWith, holding };
}
