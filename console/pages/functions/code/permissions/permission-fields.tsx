import { permissions as permissionsSchema, type Permissions } from "@ferrule/contract/internal/permissions.ts";
import {
  permissionKindNames,
  permissionKinds,
  type PermissionKind,
} from "@ferrule/contract/permissions/permission-kinds.ts";
import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import type { ReactNode } from "react";
import { connectionNames, secretNames } from "../../../../api/pick-sources.ts";
import { useCollectionsFound, useFunctionsFound } from "../../../../api/use-names-found.ts";
import type { PickSource } from "../../../../components/choose/pick-source.ts";
import { MakeConnection } from "../../../connections/make-connection.tsx";
import { MakeSecret } from "../../../secrets/make-secret.tsx";
import { CollectionAccess } from "./collection-access.tsx";
import { connectionProblem } from "./connection-problem.ts";
import { NameList } from "./name-list.tsx";

/** The owner of the permissions: a Function that requests them, or a policy that limits them. */
type Side = "function" | "policy";

interface NameRules {
  hints: Record<Side, string>;
  placeholder: string;
  useFound?: (text: string) => readonly string[];
  pick?: PickSource;
  make?: (onMade: (name: string) => void) => ReactNode;
  problemOf: (text: string) => string | null;
  /** The permissions with exactly these names of the kind. */
  put: (names: string[], now: Permissions, side: Side) => Permissions;
}

const { secrets: secretsSchema, hosts: hostsSchema } = permissionsSchema.shape;

const problemIn = (schema: typeof secretsSchema) => (text: string) => {
  const parsed = schema.safeParse([text], { error: plainProblem });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "Not valid.");
};

/** The input format of each kind that has names. If a kind is missing here, the code does not compile. */
const named: Record<Exclude<PermissionKind, "cache">, NameRules> = {
  secrets: {
    hints: {
      function: "Names that ctx.secrets.get can read. An endpoint's policy can allow fewer.",
      policy: "Secrets that calls can read.",
    },
    placeholder: "Choose a secret",
    pick: secretNames,
    make: (onMade) => <MakeSecret onMade={onMade} />,
    problemOf: problemIn(secretsSchema),
    put: (secrets, now) => ({ ...now, secrets }),
  },
  hosts: {
    hints: {
      function:
        "Hosts that fetch can reach, over https unless you write http://. *.example.com covers every subdomain.",
      policy: "Hosts that calls can fetch from. *.example.com covers every subdomain.",
    },
    placeholder: "api.example.com",
    problemOf: problemIn(hostsSchema),
    put: (hosts, now) => ({ ...now, hosts }),
  },
  collections: {
    hints: {
      function: "Collections that ctx.collection can open once access is granted.",
      policy: "Collections that calls can open. Collection grants apply too.",
    },
    placeholder: "customers",
    useFound: useCollectionsFound,
    problemOf: (text) =>
      /^[a-z][a-z0-9_-]{0,62}$/.test(text) ? null : "Lowercase letters, digits, _ and -, starting with a letter.",
    put: (names, now, side) => ({
      ...now,
      collections: names.map(
        (name) =>
          now.collections.find((one) => one.name === name) ?? {
            name,
            access: side === "function" ? ("read-write" as const) : ("read" as const),
          },
      ),
    }),
  },
  connections: {
    hints: {
      function: "Databases that ctx.sql can query. An endpoint's policy can allow fewer.",
      policy: "Databases that calls can query.",
    },
    placeholder: "Choose a connection",
    pick: connectionNames,
    make: (onMade) => <MakeConnection onMade={onMade} />,
    problemOf: connectionProblem,
    put: (names, now) => ({ ...now, connections: names.length === 0 ? undefined : names }),
  },
  runs: {
    hints: {
      function: "Slugs of the Functions whose runs ctx.runs can start. An endpoint's policy can allow fewer.",
      policy: "Functions whose runs calls can start, by slug.",
    },
    placeholder: "charge-card",
    useFound: useFunctionsFound,
    problemOf: (text) =>
      /^[a-z][a-z0-9-]{0,62}$/.test(text) ? null : "Lowercase letters, digits and -, starting with a letter.",
    put: (names, now) => ({ ...now, runs: names.length === 0 ? undefined : names }),
  },
};

const cacheLabels: Record<Side, string> = { function: "Can use the cache", policy: "The cache" };

interface PermissionFieldsProps {
  side: Side;
  value: Permissions;
  /** Suggestions while somebody types. */
  declared?: Permissions;
  onChange: (next: Permissions) => void;
}

/** The permissions of a Function or a policy, with a field for each kind. */
export const PermissionFields = ({ side, value, declared, onChange }: PermissionFieldsProps) =>
  permissionKindNames.map((kind) => {
    if (kind === "cache") {
      return (
        <label key={kind} className="flex min-h-7 items-center gap-2 text-sm font-medium">
          <input
            type="checkbox"
            checked={value.cache}
            onChange={({ target }) => onChange({ ...value, cache: target.checked })}
          />
          {cacheLabels[side]}
        </label>
      );
    }
    const { hints, put, ...field } = named[kind];
    const { title, names } = permissionKinds[kind];
    return (
      <div key={kind} className="grid gap-3">
        <NameList
          {...field}
          label={title}
          hint={hints[side]}
          values={names(value)}
          known={declared === undefined ? [] : names(declared)}
          onChange={(next) => onChange(put(next, value, side))}
        />
        {kind === "collections" && (
          <CollectionAccess value={value.collections} onChange={(collections) => onChange({ ...value, collections })} />
        )}
      </div>
    );
  });
