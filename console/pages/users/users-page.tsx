import { roles } from "@ferrule/contract/states.ts";
import { Users } from "lucide-react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useMe } from "../../api/session.ts";
import { useListed } from "../../api/use-listed.ts";
import { useOperation, usePages, type ItemOf } from "../../api/use-operation.ts";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { NotAllowed } from "../../components/not-allowed.tsx";
import { Page } from "../../components/page.tsx";
import { roleTexts } from "../../components/role-texts.ts";
import type { Column } from "../../components/table/table-column.ts";
import { timeColumn } from "../../components/table/time-column.tsx";
import { SearchedList } from "../../shell/page/searched-list.tsx";
import { useCreateButton } from "../../shell/page/use-create-button.tsx";
import { useListSearch } from "../../shell/page/use-list-search.ts";
import { UserBadge } from "./user-badge.tsx";

const NewUser = lazyPart(() => import("./new-user.tsx"), "NewUser");
const UserDrawer = lazyPart(() => import("./user-drawer.tsx"), "UserDrawer");

type Row = ItemOf<"listUsers">;

const columnsFor = (ownId: string): readonly Column<Row>[] => [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: ({ id, name, email }) => (
      <>
        <span className="font-medium">{name}</span>{" "}
        {id === ownId && <span className="ml-0.5 text-xs text-muted">you</span>}{" "}
        <span className="ml-1 text-muted max-md:hidden">{email}</span>
      </>
    ),
  },
  { id: "role", header: "Role", width: "7rem", cell: ({ role }) => roleTexts[role].label },
  { id: "state", header: "State", width: "9rem", cell: (user) => <UserBadge user={user} /> },
  timeColumn("lastLoginAt", "Last sign-in", { sorts: true, width: "8rem", from: "sm" }),
];

const filters = [
  { name: "role", label: "Role", choices: roles.map((role) => ({ value: role, label: roleTexts[role].label })) },
  { name: "status", label: "State", choices: choicesOf({ active: "Active", disabled: "Disabled" }) },
];

const description = "Who can sign in and what they can do. Roles apply in every Project.";

const RolesInWords = () => (
  <section aria-labelledby="roles" className="mt-8">
    <h2 id="roles" className="mb-2 text-sm font-semibold">
      What each role can do
    </h2>
    <dl className="grid gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-4 text-sm sm:grid-cols-2 xl:grid-cols-4">
      {roles.map((role) => (
        <div key={role}>
          <dt className="font-medium">{roleTexts[role].label}</dt>
          <dd className="mt-0.5 text-muted">{roleTexts[role].text}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-2 text-xs text-muted">
      Every role can view everything in a Project except secret values. Only owners and admins can view the audit log
      and users.
    </p>
  </section>
);

/** Users, and what each may do. */
export function UsersPage() {
  const forbidden = useDisabledReason("listUsers");
  if (forbidden === null) return <UserList />;
  return (
    <Page title="Users" description={description}>
      <NotAllowed title="Only owners and admins can manage users" reason={forbidden} />
      <RolesInWords />
    </Page>
  );
}

function UserList() {
  const { user: me } = useMe();
  const state = useListSearch("/users");
  const { search, q, set } = state;
  const { role, status, sort, user, create } = search;
  const pages = usePages("listUsers", { query: { limit: 100, q: q || undefined, role, status, sort } });
  const listed = useListed("listUsers", user ?? null);
  const opened = pages.items?.find(({ id }) => id === user) ?? listed ?? undefined;
  // The check for the last owner needs all owners, not only those on this page.
  const owners = useOperation("listUsers", { query: { role: "owner", limit: 200 } });
  const newUser = useCreateButton("createUser", "New user", () => set({ create: true }));
  return (
    <Page title="Users" description={description} actions={newUser}>
      <SearchedList
        things="users"
        searched="name or email"
        state={state}
        filters={filters}
        columns={columnsFor(me.id)}
        pages={pages}
        onOpen={({ id }) => set({ user: id })}
        openKey={user}
        icon={Users}
      />
      {/* Not before the list has its height, or it would move. */}
      {(pages.items ?? pages.error) && <RolesInWords />}
      {create === true && <NewUser onClose={() => set({ create: undefined })} />}
      {user !== undefined && owners.data !== undefined && listed !== undefined && (
        <UserDrawer open user={opened} all={owners.data.items} onClose={() => set({ user: undefined })} />
      )}
    </Page>
  );
}
