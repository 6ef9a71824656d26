import { findPerson, listPeople } from "../../directory/queries/people.ts";
import type { DirectoryUserRow } from "../../../ground/store/tables/directory.ts";
import { holdClient } from "../authenticate-client.ts";
import { limits } from "../limits.ts";
import { nobodysPassword } from "../nobodys-password.ts";
import { readPatch } from "../patch/read-patch.ts";
import { usersThat } from "../queries/filtered.ts";
import type { ScimHandler, ScimRequest } from "../scim-request.ts";
import { serveResources } from "../serve-resources.ts";
import { changePerson, createPerson, deletePerson } from "./keep-person.ts";
import { looseUser, looseUserOf } from "./loose-user.ts";
import { patchUser } from "./patch-user.ts";
import { readUser } from "./read-user.ts";
import { showUsers } from "./show-users.ts";

const { list, get, queryOf, answerWith, holding } = serveResources({
  name: "user",
  find: findPerson,
  list: listPeople,
  fits: usersThat,
  show: showUsers,
  costly: "groups",
  mostWhole: limits.listedUsers,
});
export { get as getUser, list as listUsers };

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
    return holding(request, async (scope, before, client) => {
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
  holding(request, async (scope, before, client) => {
    await deletePerson(scope, client, before);
    return { status: 204, body: null };
  });
