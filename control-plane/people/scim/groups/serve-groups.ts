import { findGroup, listGroups } from "../../directory/queries/groups.ts";
import { holdClient } from "../authenticate-client.ts";
import { limits } from "../limits.ts";
import { readPatch } from "../patch/read-patch.ts";
import { groupsThat } from "../queries/filtered.ts";
import type { ScimHandler } from "../scim-request.ts";
import { serveResources } from "../serve-resources.ts";
import { versionOf } from "../shown.ts";
import { createGroup, deleteGroup, updateGroup } from "./keep-group.ts";
import { patchGroup } from "./patch-group.ts";
import { readGroup } from "./read-group.ts";
import { showGroups } from "./show-groups.ts";

const { list, get, queryOf, answerWith, holding } = serveResources({
  name: "group",
  find: findGroup,
  list: listGroups,
  fits: groupsThat,
  show: showGroups,
  costly: "members",
  // A group may have ten thousand.
  mostWhole: limits.listedGroups,
});
export { get as getGroup, list as listAllGroups };

export const createOneGroup: ScimHandler = (request) => {
  const [{ fields, members = [] }, query] = [readGroup(request.body), queryOf(request)];
  return request.client.app.store.inInstallation(async (scope) => {
    const client = await holdClient(scope, request.client);
    return answerWith(scope, request, await createGroup(scope, client, fields, members), query, 201);
  });
};

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
