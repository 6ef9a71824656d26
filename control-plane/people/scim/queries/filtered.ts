import { sql, type RawBuilder } from "kysely";
import type { Filter } from "../filter/parse-filter.ts";
import { fits, type Attributes } from "./fits.ts";

type Entry = [string, NonNullable<ReturnType<Attributes["get"]>>];
type Condition = RawBuilder<boolean>;

const text = (column: string): Entry[1] => ({ kind: "text", of: sql.ref<string | null>(column) });
const exact = (column: string): Entry[1] => ({ kind: "text", of: sql.ref<string | null>(column), exact: true });
const inName = (part: string): Entry => [
  `name.${part.toLowerCase()}`,
  { kind: "text", of: sql<string | null>`directory_users.name ->> ${part}` },
];
const times: Entry[] = [
  ["meta.created", { kind: "time", of: sql`created_at` }],
  ["meta.lastmodified", { kind: "time", of: sql`updated_at` }],
];

/** A list attribute and each of its parts: `emails`, `emails.value`. */
function rows(name: string, of: (fits: Condition) => Condition, parts: Attributes): Entry[] {
  const whole: Entry = [name, { kind: "rows", of, parts }];
  return [
    whole,
    ...[...parts].map(([part, one]): Entry => [
      `${name}.${part}`,
      { kind: "rows", of, parts: new Map([["value", one]]) },
    ]),
  ];
}

const email = (part: string) => sql<string | null>`each.value ->> ${part}`;
const emails = rows(
  "emails",
  (one) => sql<boolean>`exists (select 1 from jsonb_array_elements(directory_users.emails) as each where ${one})`,
  new Map<string, Entry[1]>([
    ["value", { kind: "text", of: email("value") }],
    ["type", { kind: "text", of: email("type") }],
    ["primary", { kind: "flag", of: sql<boolean | null>`(each.value ->> 'primary')::boolean` }],
  ]),
);
const groups = rows(
  "groups",
  (one) =>
    sql<boolean>`exists (select 1 from directory_members m where m.user_id = directory_users.user_id and ${one})`,
  new Map<string, Entry[1]>([["value", exact("m.group_id")]]),
);
const members = rows(
  "members",
  (one) => sql<boolean>`exists (select 1 from directory_members m where m.group_id = directory_groups.id and ${one})`,
  new Map<string, Entry[1]>([["value", exact("m.user_id")]]),
);

const ofUsers: Attributes = new Map<string, Entry[1]>([
  ["id", exact("userId")],
  ["externalid", exact("externalId")],
  ["username", text("userName")],
  ["displayname", text("displayName")],
  ["active", { kind: "flag", of: sql`active` }],
  ...["formatted", "givenName", "familyName", "middleName"].map(inName),
  ...emails,
  ...groups,
  ...times,
]);

const ofGroups: Attributes = new Map<string, Entry[1]>([
  ["id", exact("id")],
  ["externalid", exact("externalId")],
  ["displayname", text("displayName")],
  ...members,
  ...times,
]);

/** The condition of a filter on users. @throws ScimError invalidFilter */
export const usersThat = (filter: Filter): Condition => fits(filter, ofUsers);

/** The condition of a filter on groups. @throws ScimError invalidFilter */
export const groupsThat = (filter: Filter): Condition => fits(filter, ofGroups);
