import { alertRules } from "@ferrule/contract/resources/alert.ts";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { ifMatch } from "../../api/if-match.ts";
import { endpointSource } from "../../api/pick-sources.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Card } from "../../components/card.tsx";
import { Picker } from "../../components/choose/picker.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import { ruleNames } from "./rule-names.ts";

const EditQuietHours = lazyPart(() => import("./edit-quiet-hours.tsx"), "EditQuietHours");
const EditBounds = lazyPart(() => import("./edit-bounds.tsx"), "EditBounds");

type Settings = AnswerOf<"getAlertSettings">;

function RulesCard({ settings }: { settings: Settings }) {
  const forbidden = useDisabledReason("updateAlertSettings");
  const save = useAction("updateAlertSettings");
  const toggle = (rule: (typeof alertRules)[number]) => {
    const { rulesOff, revision } = settings;
    const next = rulesOff.includes(rule) ? rulesOff.filter((each) => each !== rule) : [...rulesOff, rule];
    save.mutate({ body: { rulesOff: next }, headers: ifMatch(revision) });
  };
  return (
    <Card title="Kinds of alerts">
      {save.error && <ErrorNote error={save.error} />}
      <ul className="grid divide-y divide-line">
        {alertRules.map((rule) => {
          const isOn = !settings.rulesOff.includes(rule);
          const [name, meaning] = ruleNames[rule];
          return (
            <li key={rule} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="flex items-center gap-2 text-sm font-medium">
                  {name} <Badge tone={isOn ? "good" : "neutral"}>{isOn ? "On" : "Off"}</Badge>
                </p>
                <p className="text-xs text-muted">{meaning}</p>
              </div>
              <Button size="sm" disabledReason={forbidden} busy={save.isPending} onClick={() => toggle(rule)}>
                {isOn ? "Switch off" : "Switch on"}
                <span className="sr-only"> {name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function QuietCard({ settings }: { settings: Settings }) {
  const [isEdited, setEdited] = useState(false);
  const forbidden = useDisabledReason("updateAlertSettings");
  const { quietHours } = settings;
  return (
    <Card
      title="Quiet hours"
      actions={
        <Button size="sm" icon={Pencil} disabledReason={forbidden} onClick={() => setEdited(true)}>
          Change
        </Button>
      }
    >
      <p className="text-sm">
        {quietHours === null
          ? "Channels are told at any time."
          : `From ${quietHours.from} to ${quietHours.to} (${quietHours.timezone}), channels that keep quiet hours wait. What happened is one message at the end.`}
      </p>
      {isEdited && <EditQuietHours settings={settings} onClose={() => setEdited(false)} />}
    </Card>
  );
}

function BoundsCard() {
  const [endpointId, setEndpoint] = useState<string | null>(null);
  const [isEdited, setEdited] = useState(false);
  return (
    <Card title="Bounds of an endpoint">
      <div className="grid gap-3">
        <p className="text-sm text-muted">
          Without a change, it is an alert when 10 % of at least 20 calls within 5 minutes fail, or when more than 5 %
          of them take longer than 10 seconds.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <div className="min-w-[min(100%,16rem)] flex-1">
            <Picker
              id="bounds-endpoint"
              aria-label="Endpoint"
              source={endpointSource}
              value={endpointId}
              onChange={(next) => setEndpoint(next)}
            />
          </div>
          <Button
            disabledReason={endpointId === null ? "Choose an endpoint first." : null}
            onClick={() => setEdited(true)}
          >
            Show bounds
          </Button>
        </div>
      </div>
      {isEdited && endpointId !== null && <EditBounds endpointId={endpointId} onClose={() => setEdited(false)} />}
    </Card>
  );
}

/** What is an alert, and when channels are quiet. */
export function SettingsTab() {
  const { data, error, refetch } = useOperation("getAlertSettings", {});
  if (error && data === undefined) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <RulesCard settings={data} />
      <div className="grid gap-4">
        <QuietCard settings={data} />
        <BoundsCard />
      </div>
    </div>
  );
}
