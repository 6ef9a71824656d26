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

/** The user's own account, and the active Project. */
export function SettingsPage() {
  const { tab = "account" } = useSearch({ from: "/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const { activeProject, user } = useMe();
  const isKeeper = user.role === "owner" || user.role === "admin";
  const parts: readonly (readonly [SettingsTab, string, ReactNode])[] = [
    ["account", "Account", <AccountTab key="account" />],
    ["sessions", "Sessions", <SessionsTab key="sessions" />],
    ["tokens", "API tokens", <TokensTab key="tokens" />],
    ["consents", "Allowed programs", <ConsentsTab key="consents" />],
    ...(isKeeper
      ? ([
          ["sign-in", "Sign-in", <SignInTab key="sign-in" />],
          ["export", "Export", <ExportTab key="export" />],
          ["status", "Status", <StatusTab key="status" />],
        ] as const)
      : []),
    ...(activeProject === null
      ? []
      : ([
          ["project", "Project", <ProjectTab key={activeProject.id} projectId={activeProject.id} />],
          ["environments", "Environments", <EnvironmentsTab key="environments" />],
        ] as const)),
    ...(activeProject === null || !isKeeper
      ? []
      : ([["pipelines", "Pipelines", <PipelinesTab key={`${activeProject.id} pipelines`} />]] as const)),
    ...(activeProject === null || user.role !== "owner"
      ? []
      : ([["erasure", "Erasure", <ErasureTab key={`${activeProject.id} erasure`} />]] as const)),
  ];
  const shown = parts.some(([value]) => value === tab) ? tab : "account";
  return (
    <Page title="Settings" description="Your account and the active Project.">
      <Tabs<SettingsTab>
        label="Parts of the settings"
        value={shown}
        onChange={(next) => void navigate({ search: { tab: next === "account" ? undefined : next } })}
        tabs={parts.map(([value, label, content]) => ({ value, label, content }))}
      />
    </Page>
  );
}
