import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useMe } from "../../api/session.ts";
import { Page } from "../../components/page.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import type { SettingsTab } from "./search.ts";

const waiting = <SkeletonRows rows={4} />;
const AccountTab = lazyPart(() => import("./account/account-tab.tsx"), "AccountTab", waiting);
const SessionsTab = lazyPart(() => import("./account/sessions-tab.tsx"), "SessionsTab", waiting);
const TokensTab = lazyPart(() => import("./account/tokens-tab.tsx"), "TokensTab", waiting);
const ConsentsTab = lazyPart(() => import("./account/consents-tab.tsx"), "ConsentsTab", waiting);
const SignInTab = lazyPart(() => import("./sign-in/sign-in-tab.tsx"), "SignInTab", waiting);
const ExportTab = lazyPart(() => import("./export/export-tab.tsx"), "ExportTab", waiting);
const StatusTab = lazyPart(() => import("./status-tab.tsx"), "StatusTab", waiting);
const ProjectTab = lazyPart(() => import("./project/project-tab.tsx"), "ProjectTab", waiting);
const ErasureTab = lazyPart(() => import("./erasure/erasure-tab.tsx"), "ErasureTab", waiting);
const PipelinesTab = lazyPart(() => import("./pipelines/pipelines-tab.tsx"), "PipelinesTab", waiting);
const EnvironmentsTab = lazyPart(() => import("./project/environments-tab.tsx"), "EnvironmentsTab", waiting);

type Part = readonly [SettingsTab, string, ReactNode];

/** The user's own account, the active Project, and the installation, as far as the user's role goes. */
function partsFor({ activeProject: project, user: { role } }: ReturnType<typeof useMe>) {
  const isKeeper = role === "owner" || role === "admin";
  const own: readonly Part[] = [
    ["account", "Account", <AccountTab key="account" />],
    ["sessions", "Sessions", <SessionsTab key="sessions" />],
    ["tokens", "API tokens", <TokensTab key="tokens" />],
    ["consents", "Allowed programs", <ConsentsTab key="consents" />],
  ];
  const ofProject: readonly Part[] =
    project === null
      ? []
      : [
          ["project", "Project", <ProjectTab key={project.id} projectId={project.id} />],
          ["environments", "Environments", <EnvironmentsTab key="environments" />],
          ...(isKeeper ? [["pipelines", "Pipelines", <PipelinesTab key={`${project.id} pipelines`} />] as const] : []),
          ...(role === "owner" ? [["erasure", "Erasure", <ErasureTab key={`${project.id} erasure`} />] as const] : []),
        ];
  const ofInstallation: readonly Part[] = isKeeper
    ? [
        ["sign-in", "Sign-in", <SignInTab key="sign-in" />],
        ["export", "Export", <ExportTab key="export" />],
        ["status", "Status", <StatusTab key="status" />],
      ]
    : [];
  return { You: own, "This Project": ofProject, "This installation": ofInstallation };
}

/** The settings, in three groups. */
export function SettingsPage() {
  const { tab = "account" } = useSearch({ from: "/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const tabs = Object.entries(partsFor(useMe())).flatMap(([group, parts]) =>
    parts.map(([value, label, content]) => ({ value, label, content, group })),
  );
  const shown = tabs.some(({ value }) => value === tab) ? tab : "account";
  return (
    <Page title="Settings" description="You, the active Project, and this installation.">
      <Tabs<SettingsTab>
        label="Parts of the settings"
        value={shown}
        onChange={(next) => void navigate({ search: { tab: next === "account" ? undefined : next } })}
        tabs={tabs}
      />
    </Page>
  );
}
