import { useNavigate, useSearch } from "@tanstack/react-router";
import { BellRing, Pencil, Plus, Send, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { ifMatch } from "../../api/if-match.ts";
import { useAction } from "../../api/use-action.ts";
import { usePages } from "../../api/use-operation.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { Button, IconButton } from "../../components/button/button.tsx";
import { MoreButton } from "../../components/button/more-button.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { counted } from "../../components/format.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Mono } from "../../components/mono.tsx";
import { Note } from "../../components/note.tsx";
import { deleteLater } from "../../components/overlay/delete-later.ts";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { EmptyState, SkeletonRows } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { kindNames, rulesText, type Channel } from "./channel-form.ts";

const EditChannel = lazyPart(() => import("./edit-channel.tsx"), "EditChannel");

const states: Record<Channel["state"], readonly [Tone, string]> = {
  off: ["neutral", "Off"],
  ok: ["good", "On"],
  failing: ["bad", "Failing"],
};

const ChannelFacts = ({ channel }: { channel: Channel }) => (
  <Facts
    items={[
      ["Kind", kindNames[channel.kind]],
      ["Leads to", <Mono key="address">{channel.address}</Mono>],
      ["Alerts of", channel.environments.map((each) => environmentNames[each]).join(" and ")],
      ["Tells", rulesText(channel)],
      ["Quiet hours", channel.keepsQuiet ? "Kept" : "Not kept"],
      ["Last told", channel.sentAt === null ? "never" : <Time key="sent" at={channel.sentAt} />],
    ]}
  />
);

/** What can be done with a channel. */
function ChannelActions({ channel, test, onEdit }: { channel: Channel; test: ReactNode; onEdit: () => void }) {
  const forbidden = useDisabledReason("updateAlertChannel");
  const { id, name, revision } = channel;
  const input = { params: { channelId: id }, headers: ifMatch(revision) };
  const shared = { size: "sm", disabledReason: forbidden } as const;
  return (
    <div className="flex flex-wrap gap-2">
      {test}
      <IconButton {...shared} icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
      <IconButton
        {...shared}
        icon={Trash2}
        label={`Delete ${name}`}
        onClick={() => deleteLater({ operation: "deleteAlertChannel", input, id, name })}
      />
    </div>
  );
}

/** One channel: where it leads, whether it works, and a button that tries it. */
function ChannelCard({ channel, onEdit }: { channel: Channel; onEdit: () => void }) {
  const forbidden = useDisabledReason("testAlertChannel");
  const test = useAction("testAlertChannel");
  const [tone, word] = states[channel.state];
  const tries = (
    <Button
      size="sm"
      icon={Send}
      disabledReason={forbidden}
      busy={test.isPending}
      onClick={() => test.mutate({ params: { channelId: channel.id } })}
    >
      Test
    </Button>
  );
  return (
    <Card
      title={
        <span className="flex items-center gap-2 break-words">
          {channel.name} <Badge tone={tone}>{word}</Badge>
        </span>
      }
      actions={<ChannelActions channel={channel} test={tries} onEdit={onEdit} />}
    >
      <div className="grid gap-3">
        {channel.failure !== null && (
          <Note tone="bad" title={channel.failure.message}>
            {counted(channel.failure.attempts, "attempt")} failed, the latest <Time at={channel.failure.at} />. Ferrule
            tries for a day.
          </Note>
        )}
        {test.data && <Note tone={test.data.ok ? "good" : "bad"} role="status" title={test.data.message} />}
        {test.error && <ErrorNote error={test.error} />}
        <ChannelFacts channel={channel} />
      </div>
    </Card>
  );
}

/** Where the team is told. */
export function ChannelsTab() {
  const { create, channel: edited } = useSearch({ from: "/alerts" });
  const navigate = useNavigate({ from: "/alerts" });
  const forbidden = useDisabledReason("createAlertChannel");
  const { items, error, hasMore, more, refetch } = usePages("listAlertChannels", {}, { refetchInterval: 15_000 });
  const open = (part: { create?: true; channel?: string }) =>
    void navigate({ search: { tab: "channels", create: part.create, channel: part.channel } });
  const add = (
    <Button kind="primary" icon={Plus} disabledReason={forbidden} onClick={() => open({ create: true })}>
      Add channel
    </Button>
  );
  const channel = items?.find(({ id }) => id === edited);
  return (
    <div className="grid gap-3">
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {items === undefined ? (
        !error && <SkeletonRows rows={4} />
      ) : items.length === 0 ? (
        <EmptyState icon={BellRing} title="Nobody is told yet" action={add}>
          Tell alerts to Slack, Microsoft Teams, Discord, PagerDuty, a receiver of your own, or by e-mail.
        </EmptyState>
      ) : (
        <>
          <div className="flex justify-end">{add}</div>
          <div className="grid gap-3 lg:grid-cols-2">
            {items.map((each) => (
              <ChannelCard key={each.id} channel={each} onEdit={() => open({ channel: each.id })} />
            ))}
          </div>
        </>
      )}
      <MoreButton hasMore={hasMore} more={more} />
      {create === true && <EditChannel channel={null} onClose={() => open({})} />}
      {channel !== undefined && <EditChannel key={channel.id} channel={channel} onClose={() => open({})} />}
    </div>
  );
}
