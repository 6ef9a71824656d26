import { findPerson, listPeople } from "../../directory/queries/people.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DirectoryUserRow } from "../../../ground/store/tables/directory.ts";
import { holdClient } from "../authenticate-client.ts";
import { limits } from "../limits.ts";
import { nobodysPassword } from "../nobodys-password.ts";
import { readPatch } from "../patch/read-patch.ts";
import { isKnown, requireMatch } from "../preconditions.ts";
import { usersThat } from "../queries/filtered.ts";
import { projected, readQuery, wants, type ScimQuery } from "../read-query.ts";
import { ScimError } from "../scim-error.ts";
import type { ScimAnswer, ScimHandler, ScimRequest } from "../scim-request.ts";
import { listBody, versionOf } from "../shown.ts";
import { changePerson, createPerson, deletePerson } from "./keep-person.ts";
import { looseUser, looseUserOf } from "./loose-user.ts";
import { patchUser } from "./patch-user.ts";
import { readUser } from "./read-user.ts";
import { showUsers } from "./show-users.ts";

async function requirePerson(scope: InstallationScope, { client, id }: ScimRequest): Promise<DirectoryUserRow> {
  const row = await findPerson(scope, client.provider.id, id);
  if (row === undefined) throw new ScimError(404, "There is no such user.");
  return row;
}

async function answerWith(
  scope: InstallationScope,
  { client }: ScimRequest,
  row: DirectoryUserRow,
  query: ScimQuery,
  status: 200 | 201 = 200,
): Promise<ScimAnswer> {
  const [shown = {}] = await showUsers(scope, client, [row], wants(query, "groups"));
  const { location } = shown["meta"] as { location: string };
  return { status, body: projected(query, shown), version: versionOf(row), location };
}

const queryOf = ({ url }: ScimRequest) => readQuery(url, limits.listedUsers);

export const listUsers: ScimHandler = (request) => {
  const query = queryOf(request);
  const { client } = request;
  const fits = query.filter && usersThat(query.filter);
  return client.app.store.inInstallation(
    async (scope) => {
      const page = { fits, offset: query.startIndex - 1, limit: query.count };
      const { total, rows } = await listPeople(scope, client.provider.id, page);
      const shown = await showUsers(scope, client, rows, wants(query, "groups"));
      const resources = shown.map((one) => projected(query, one));
      return { status: 200, body: listBody(resources, total, query.startIndex) };
    },
    { readOnly: true },
  );
};

export const getUser: ScimHandler = (request) =>
  request.client.app.store.inInstallation(
    async (scope) => {
      const row = await requirePerson(scope, request);
      if (isKnown(request.ifNoneMatch, row)) return { status: 304, body: null, version: versionOf(row) };
      return answerWith(scope, request, row, queryOf(request));
    },
    { readOnly: true },
  );

export const createUser: ScimHandler = async (request) => {
  const [fields, query] = [readUser(looseUser(request.body), true), queryOf(request)];
  const passwordHash = await nobodysPassword();
  return request.client.app.store.inInstallation(async (scope) => {
    const client = await holdClient(scope, request.client);
    const row = await createPerson(scope, client, fields, passwordHash);
    return answerWith(scope, request, row, query, 201);
  });
};

/** Locks a user, then changes it by `next`. */
const changing =
  (next: (request: ScimRequest, before: DirectoryUserRow) => ReturnType<typeof readUser>): ScimHandler =>
  (request) => {
    const query = queryOf(request);
    return request.client.app.store.inInstallation(async (scope) => {
      const client = await holdClient(scope, request.client);
      const before = await requirePerson(scope, request);
      requireMatch(request.ifMatch, before);
      const row = await changePerson(scope, client, before, next(request, before));
      return answerWith(scope, request, row, query);
    });
  };

/** If the request leaves out `active`, it stays: leaving it out enables nobody. */
export const replaceUser = changing(({ body }, { active }) => readUser(looseUser(body), active));

export const patchOneUser = changing(({ body }, before) =>
  readUser(patchUser(looseUserOf(before), readPatch(body)), before.active),
);

export const deleteUser: ScimHandler = (request) =>
  request.client.app.store.inInstallation(async (scope) => {
    const client = await holdClient(scope, request.client);
    const row = await requirePerson(scope, request);
    requireMatch(request.ifMatch, row);
    await deletePerson(scope, client, row);
    return { status: 204, body: null };
  });
