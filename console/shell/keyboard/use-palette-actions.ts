import type { OperationName } from "@ferrule/contract/operations.ts";
import { useNavigate } from "@tanstack/react-router";
import {
  Ban,
  FileText,
  LogOut,
  Moon,
  OctagonX,
  Plus,
  Rocket,
  Settings,
  Sun,
  Undo2,
  UserPlus,
  type LucideIcon,
} from "lucide-react";
import { disabledReason } from "../../api/disabled-reason.ts";
import { useMe } from "../../api/session.ts";
import { useOperation } from "../../api/use-operation.ts";
import { toastError } from "../../components/overlay/toast.tsx";
import { environmentNames } from "../environment/environment-names.ts";
import { useEnvironment, useSetEnvironment } from "../environment/environment.ts";
import { deployShown } from "../page/deploy-shown.ts";
import { theme } from "../page/theme.ts";
import { signOut } from "../sign-in/sign-out.ts";
import type { Entry } from "./palette-entry.ts";

interface Action {
  label: string;
  icon: LucideIcon;
  /** What the role must be allowed to do; null: everybody may. */
  operation: OperationName | null;
  /** It acts in a Project. */
  inProject?: true;
  run: () => void;
  /** It only writes this into the palette: a name follows. */
  types?: string;
}

const nothing = () => undefined;

/** What is done to a thing by its name. */
const byName: readonly Action[] = [
  {
    label: "Disable an endpoint, a tool or a cron…",
    icon: Ban,
    operation: "disableRuntimeEndpoint",
    inProject: true,
    types: "disable ",
    run: nothing,
  },
  {
    label: "Emergency stop of an endpoint…",
    icon: OctagonX,
    operation: "stopRuntimeEndpoint",
    inProject: true,
    types: "stop ",
    run: nothing,
  },
];

/** Dialogs that a page opens from its URL. */
function useCreations(): Action[] {
  const navigate = useNavigate();
  const create = { create: true } as const;
  const inProject = true;
  return [
    {
      label: "New Function",
      icon: Plus,
      operation: "createFunction",
      inProject,
      run: () => void navigate({ to: "/functions", search: create }),
    },
    {
      label: "New endpoint",
      icon: Plus,
      operation: "createRuntimeEndpoint",
      inProject,
      run: () => void navigate({ to: "/endpoints", search: create }),
    },
    {
      label: "New secret",
      icon: Plus,
      operation: "createSecret",
      inProject,
      run: () => void navigate({ to: "/secrets", search: create }),
    },
    {
      label: "New connection",
      icon: Plus,
      operation: "createConnection",
      inProject,
      run: () => void navigate({ to: "/connections", search: create }),
    },
    {
      label: "New Project",
      icon: Plus,
      operation: "createProject",
      run: () => void navigate({ to: "/projects", search: create }),
    },
    {
      label: "Invite a user",
      icon: UserPlus,
      operation: "inviteUser",
      run: () => void navigate({ to: "/users", search: create }),
    },
    {
      label: "New API token",
      icon: Plus,
      operation: "createToken",
      run: () => void navigate({ to: "/settings", search: { tab: "tokens", create: true } }),
    },
  ];
}

/** Deploying, releasing and rolling back. */
function useReleases(): Action[] {
  const navigate = useNavigate();
  const { activeProject } = useMe();
  const environments = useOperation("listEnvironments", {}, { enabled: activeProject !== null, staleTime: 5_000 });
  const of = environments.data?.items.find(({ name }) => name === "development")?.activeDeploymentId;
  const inProject = true;
  return [
    {
      label: "Deploy to Development",
      icon: Rocket,
      operation: "createDeployment",
      inProject,
      run: () => deployShown.set(true),
    },
    ...(typeof of === "string"
      ? [
          {
            label: "Release to Production",
            icon: Rocket,
            operation: "releaseDeployment" as const,
            inProject: true as const,
            run: () => void navigate({ to: "/deployments", search: { ask: "release", of } }),
          },
        ]
      : []),
    {
      label: "Roll back Production",
      icon: Undo2,
      operation: "rollbackDeployment",
      inProject,
      run: () => void navigate({ to: "/deployments", search: { target: "production" } }),
    },
  ];
}

/** The parts of the settings that the palette leads to. */
const settings = [
  ["Account settings", undefined, null],
  ["Sessions", "sessions", null],
  ["API tokens", "tokens", null],
  ["Allowed programs", "consents", null],
  ["Settings of the Project", "project", null],
  ["Sign-in settings", "sign-in", "listIdentityProviders"],
  ["Status of the installation", "status", "getStatus"],
] as const satisfies readonly (readonly [string, unknown, OperationName | null])[];

/** What a person may do from anywhere: only what the role and the Project allow. */
export function usePaletteActions(): Entry[] {
  const navigate = useNavigate();
  const environment = useEnvironment();
  const setEnvironment = useSetEnvironment();
  const { activeProject, user } = useMe();
  const other = environment === "production" ? "development" : "production";
  const plain = { operation: null } as const;
  const actions: Action[] = [
    ...useCreations(),
    ...useReleases(),
    ...byName,
    {
      ...plain,
      label: `Show ${environmentNames[other]}`,
      icon: Rocket,
      inProject: true,
      run: () => setEnvironment(other),
    },
    { ...plain, label: "Dark theme", icon: Moon, run: () => theme.set("dark") },
    { ...plain, label: "Light theme", icon: Sun, run: () => theme.set("light") },
    { ...plain, label: "First steps", icon: FileText, run: () => void navigate({ to: "/start" }) },
    ...settings.map(([label, tab, operation]) => ({
      label,
      icon: Settings,
      operation,
      run: () => void navigate({ to: "/settings", search: tab === undefined ? {} : { tab } }),
    })),
    { ...plain, label: "Sign out", icon: LogOut, run: () => void signOut().catch(toastError) },
  ];
  if (import.meta.env.DESIGN_PAGE)
    actions.push({ ...plain, label: "Design", icon: FileText, run: () => void navigate({ to: "/design" }) });
  return actions
    .filter(({ inProject }) => inProject === undefined || activeProject?.status === "active")
    .filter(({ operation }) => operation === null || disabledReason(operation, user.role, environment) === null)
    .map(({ label, icon, run, types }) => ({ value: `action ${label}`, label, icon, run, ...(types && { types }) }));
}
