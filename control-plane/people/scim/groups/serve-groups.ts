import { findGroup, listGroups } from "../../directory/queries/groups.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DirectoryGroupRow } from "../../../ground/store/tables/directory.ts";
import { holdClient } from "../authenticate-client.ts";
import type { ScimClient } from "../client.ts";
import { limits } from "../limits.ts";
import { readPatch } from "../patch/read-patch.ts";
import { isKnown, requireMatch } from "../preconditions.ts";
import { groupsThat } from "../queries/filtered.ts";
import { projected, readQuery, wants, type ScimQuery } from "../read-query.ts";
import { ScimError } from "../scim-error.ts";
import type { ScimAnswer, ScimHandler, ScimRequest } from "../scim-request.ts";
import { listBody, versionOf } from "../shown.ts";
import { createGroup, deleteGroup, updateGroup } from "./keep-group.ts";
import { patchGroup } from "./patch-group.ts";
import { readGroup } from "./read-group.ts";
import { showGroups } from "./show-groups.ts";

async function requireGroup(scope: InstallationScope, { client, id }: ScimRequest): Promise<DirectoryGroupRow> {
  const row = await findGroup(scope, client.provider.id, id);
  if (row === undefined) throw new ScimError(404, "There is no such group.");
  return row;
}

async function answerWith(
  scope: InstallationScope,
  { client }: ScimRequest,
  row: DirectoryGroupRow,
  query: ScimQuery,
  status: 200 | 201 = 200,
): Promise<ScimAnswer> {
  const [shown = {}] = await showGroups(scope, client, [row], wants(query, "members"));
  const { location } = shown["meta"] as { location: string };
  return { status, body: projected(query, shown), version: versionOf(row), location };
}

/** Pages with members are shorter: a group may have ten thousand. */
function queryOf({ url }: ScimRequest): ScimQuery {
  const query = readQuery(url, limits.listedUsers);
  return wants(query, "members") ? { ...query, count: Math.min(query.count, limits.listedGroups) } : query;
}

export const listAllGroups: ScimHandler = (request) => {
  const query = queryOf(request);
  const { client } = request;
  const fits = query.filter && groupsThat(query.filter);
  return client.app.store.inInstallation(
    async (scope) => {
      const page = { fits, offset: query.startIndex - 1, limit: query.count };
      const { total, rows } = await listGroups(scope, client.provider.id, page);
      const shown = await showGroups(scope, client, rows, wants(query, "members"));
      const resources = shown.map((one) => projected(query, one));
      return { status: 200, body: listBody(resources, total, query.startIndex) };
    },
    { readOnly: true },
  );
};

export const getGroup: ScimHandler = (request) =>
  request.client.app.store.inInstallation(
    async (scope) => {
      const row = await requireGroup(scope, request);
      if (isKnown(request.ifNoneMatch, row)) return { status: 304, body: null, version: versionOf(row) };
      return answerWith(scope, request, row, queryOf(request));
    },
    { readOnly: true },
  );

export const createOneGroup: ScimHandler = (request) => {
  const [{ fields, members = [] }, query] = [readGroup(request.body), queryOf(request)];
  return request.client.app.store.inInstallation(async (scope) => {
    const client = await holdClient(scope, request.client);
    return answerWith(scope, request, await createGroup(scope, client, fields, members), query, 201);
  });
};

/** Runs a change of a group, which it locks first. */
const holding = (
  request: ScimRequest,
  run: (scope: InstallationScope, before: DirectoryGroupRow, client: ScimClient) => Promise<ScimAnswer>,
): Promise<ScimAnswer> =>
  request.client.app.store.inInstallation(async (scope) => {
    const client = await holdClient(scope, request.client);
    const before = await requireGroup(scope, request);
    requireMatch(request.ifMatch, before);
    return run(scope, before, client);
  });

/** Replaces a group. If the request does not mention members, the group then has none (RFC 7644, section 3.5.1). */
export const replaceGroup: ScimHandler = (request) => {
  const [{ fields, members = [] }, query] = [readGroup(request.body), queryOf(request)];
  return holding(request, async (scope, before, client) => {
    const change = { fields, isWhole: true, added: new Set(members), removed: new Set<string>() };
    return answerWith(scope, request, await updateGroup(scope, client, before, change), query);
  });
};

/**
 * Returns 204, because a group may be large, unless the client names the attributes that it wants (RFC 7644, section
 * 3.5.2).
 */
export const patchOneGroup: ScimHandler = (request) => {
  const [steps, query] = [readPatch(request.body), queryOf(request)];
  return holding(request, async (scope, before, client) => {
    const row = await updateGroup(scope, client, before, patchGroup(before, steps));
    if (query.attributes !== null) return answerWith(scope, request, row, query);
    return { status: 204, body: null, version: versionOf(row) };
  });
};

export const deleteOneGroup: ScimHandler = (request) =>
  holding(request, async (scope, before, client) => {
    await deleteGroup(scope, client, before);
    return { status: 204, body: null };
  });
