import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  Activity,
  Boxes,
  Cable,
  CalendarClock,
  Database,
  FileText,
  Footprints,
  KeyRound,
  KeySquare,
  Library,
  MessageSquareText,
  Plug,
  Rocket,
  SquareFunction,
  User,
  Wrench,
  type LucideIcon,
} from "lucide-react";
import { disabledReason } from "../../api/disabled-reason.ts";
import { useMe } from "../../api/session.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { toastError } from "../../components/overlay/toast.tsx";
import { switchProject } from "../project/switch-project.ts";
import type { Entry } from "./palette-entry.ts";

type Found = AnswerOf<"search">["items"][number];

const kinds: Record<Found["kind"], [string, LucideIcon]> = {
  function: ["Function", SquareFunction],
  endpoint: ["Endpoint", Plug],
  tool: ["Tool", Wrench],
  resource: ["Resource", FileText],
  prompt: ["Prompt", MessageSquareText],
  route: ["Route", Wrench],
  deployment: ["Deployment", Rocket],
  execution: ["Execution", Activity],
  run: ["Run", Footprints],
  cron: ["Cron", CalendarClock],
  collection: ["Collection", Database],
  secret: ["Secret", KeySquare],
  connection: ["Connection", Cable],
  library: ["Library", Library],
  key: ["API key", KeyRound],
};

/** Opens the chosen result. */
function useOpenFound(): (found: Found) => void {
  const navigate = useNavigate();
  return ({ kind, id, endpointId, name, detail }) => {
    const place = detail.endsWith("production") ? ({ environment: "production" } as const) : {};
    if (kind === "function") void navigate({ to: "/functions/$functionId", params: { functionId: id } });
    else if (kind === "deployment") void navigate({ to: "/deployments/$deploymentId", params: { deploymentId: id } });
    else if (kind === "execution") void navigate({ to: "/executions/$executionId", params: { executionId: id } });
    else if (kind === "run") void navigate({ to: "/runs/$runId", params: { runId: id } });
    else if (kind === "cron") void navigate({ to: "/crons", search: { cron: id } });
    else if (kind === "collection") void navigate({ to: "/data", search: { collection: id } });
    else if (kind === "secret") void navigate({ to: "/secrets", search: { secret: id, ...place } });
    else if (kind === "connection") void navigate({ to: "/connections", search: { connection: id, ...place } });
    else if (kind === "library") void navigate({ to: "/libraries/$libraryId", params: { libraryId: id } });
    else if (kind === "key") void navigate({ to: "/access", search: { q: name } });
    else void navigate({ to: "/endpoints/$endpointId", params: { endpointId: endpointId ?? id } });
  };
}

const most = 5;

/** Users and Projects whose names contain the words: the installation's, not the Project's. */
function useFoundBeyond(q: string): Entry[] {
  const navigate = useNavigate();
  const { user, activeProject } = useMe();
  const options = { placeholderData: keepPreviousData, staleTime: 5_000 };
  const isAsked = q.length >= 2;
  const projects = useOperation("listProjects", { query: { q, limit: most } }, { ...options, enabled: isAsked });
  const mayListUsers = disabledReason("listUsers", user.role) === null;
  const users = useOperation(
    "listUsers",
    { query: { q, limit: most } },
    { ...options, enabled: isAsked && mayListUsers },
  );
  if (!isAsked) return [];
  return [
    ...(projects.data?.items ?? [])
      .filter(({ id, status }) => id !== activeProject?.id && status === "active")
      .map(({ id, name, slug }) => ({
        value: `project ${id}`,
        label: `Switch to ${name}`,
        detail: `Project · ${slug}`,
        icon: Boxes,
        run: () => void switchProject(id).then(() => navigate({ to: "/" }), toastError),
      })),
    ...(mayListUsers ? (users.data?.items ?? []) : []).map(({ id, email, name }) => ({
      value: `user ${id}`,
      label: name === "" ? email : name,
      detail: `User · ${email}`,
      icon: User,
      run: () => void navigate({ to: "/users", search: { user: id } }),
    })),
  ];
}

/** What the server finds for the words, as lines of the palette. */
export function useFound(q: string): { entries: Entry[]; isFetching: boolean } {
  const open = useOpenFound();
  const { activeProject } = useMe();
  const beyond = useFoundBeyond(q);
  const { data, isFetching } = useOperation(
    "search",
    { query: { q } },
    { enabled: q !== "" && activeProject !== null, placeholderData: keepPreviousData, staleTime: 2_000 },
  );
  const found = (q === "" ? [] : (data?.items ?? [])).map((one) => ({
    value: `${one.kind} ${one.id}`,
    label: one.name,
    detail: `${kinds[one.kind][0]} · ${one.detail}`,
    icon: kinds[one.kind][1],
    run: () => open(one),
  }));
  return { entries: [...found, ...beyond], isFetching };
}
