import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Page } from "../../components/page.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { AlertsTab } from "./alerts-tab.tsx";
import type { AlertTab } from "./search.ts";

const waiting = <SkeletonRows rows={4} />;
const ChannelsTab = lazyPart(() => import("./channels-tab.tsx"), "ChannelsTab", waiting);
const LogTab = lazyPart(() => import("./log-tab.tsx"), "LogTab", waiting);
const SettingsTab = lazyPart(() => import("./settings-tab.tsx"), "SettingsTab", waiting);

/** What is wrong in the Project, in both environments, and who is told. */
export function AlertsPage() {
  const { tab = "alerts" } = useSearch({ from: "/alerts" });
  const navigate = useNavigate({ from: "/alerts" });
  return (
    <Page
      title="Alerts"
      description="What is wrong in this Project, in both environments, and where your team is told."
    >
      <Tabs<AlertTab>
        label="Parts of the alerts"
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next === "alerts" ? undefined : next } })}
        tabs={[
          { value: "alerts", label: "Alerts", content: <AlertsTab /> },
          { value: "channels", label: "Channels", content: <ChannelsTab /> },
          { value: "log", label: "Sent", content: <LogTab /> },
          { value: "settings", label: "Rules and quiet hours", content: <SettingsTab /> },
        ]}
      />
    </Page>
  );
}
