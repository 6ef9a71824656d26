import { Link } from "@tanstack/react-router";
import { useListed } from "../../api/use-listed.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { Section } from "../../components/section.tsx";
import { Facts } from "../../components/card.tsx";
import { CopyButton } from "../../components/button/copy-button.tsx";
import { Mono } from "../../components/mono.tsx";
import { DiffView } from "../../components/show/diff-view.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { exactTime } from "../../components/format.ts";
import { JsonView } from "../../components/show/json-view.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { EmptyState } from "../../components/states.tsx";
import { actorText } from "./actor-text.ts";
import { auditSentence } from "./audit-sentence.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { splitChanges } from "./split-changes.ts";
import { TargetLink } from "./target-link.tsx";

type Event = ItemOf<"listAuditEvents">;

function Who({ actor }: { actor: Event["actor"] }) {
  const filter = actor.userId ?? actor.id;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {filter === null ? (
        actorText(actor)
      ) : (
        <Link to="/audit" search={{ actor: filter }} className="hover:underline">
          {actorText(actor)}
        </Link>
      )}
      {actor.kind === "token" && actor.id !== null && (
        <span className="inline-flex items-center gap-1 text-xs text-muted">
          with token <ShortId id={actor.id} label="Copy the token's id" />
        </span>
      )}
    </span>
  );
}

function Changes({ changes }: { changes: Event["changes"] }) {
  const { diff, more } = splitChanges(changes);
  return (
    <Section title="What changed">
      {diff && <DiffView before={diff.before} after={diff.after} label="Before and after" />}
      {Object.keys(more).length > 0 && <JsonView value={more} label="recorded with the event" />}
      {!diff && Object.keys(more).length === 0 && <p className="text-sm text-muted">No changes were recorded.</p>}
    </Section>
  );
}

function Detail({ event }: { event: Event }) {
  const project = useListed("listProjects", event.projectId);
  const { at, action, actor, target, projectId, requestId, ip, userAgent, outcome, changes, sequence, hash, id } =
    event;
  return (
    <div className="grid gap-5">
      <Facts
        items={[
          ["When", exactTime(at)],
          ["Action", <Mono key="action">{action}</Mono>],
          ["Who", <Who key="who" actor={actor} />],
          ["Outcome", <OutcomeBadge key="outcome" status={outcome} />],
          [
            "What",
            <span key="what" className="flex flex-wrap items-center gap-x-2">
              <span className="text-muted">{target.kind}</span>
              <TargetLink target={target} />
              {target.id !== null && <ShortId id={target.id} />}
            </span>,
          ],
          ["Project", project?.name ?? projectId ?? "the installation"],
          [
            "From",
            <span key="from" className="grid gap-0.5">
              <span>{ip ?? "no address"}</span>
              {userAgent !== null && <span className="text-xs break-words text-muted">{userAgent}</span>}
            </span>,
          ],
          [
            "Request",
            requestId === null ? (
              "none"
            ) : (
              <span key="request" className="inline-flex items-center gap-1">
                <Link
                  to="/audit"
                  search={{ request: requestId }}
                  className="font-mono text-xs break-all hover:underline"
                >
                  {requestId}
                </Link>
                <CopyButton text={requestId} label="Copy request id" />
              </span>
            ),
          ],
        ]}
      />
      <Changes changes={changes} />
      <Section title="In the chain">
        <Facts
          items={[
            ["Sequence", sequence],
            ["Hash", hash === null ? "Not sealed yet. Sealing takes about a second." : <Mono key="hash">{hash}</Mono>],
            ["Id", <ShortId key="id" id={id} />],
          ]}
        />
      </Section>
    </div>
  );
}

function textOf(event: Event): string {
  const { before, name, after } = auditSentence(event);
  return before + (name ?? "") + after;
}

interface AuditEventDrawerProps {
  open: boolean;
  /** Undefined when it is not among the loaded events. */
  event: Event | undefined;
  onClose: () => void;
}

/** One event: who, what, when, from where, before and after, and its place in the chain. */
export const AuditEventDrawer = ({ open, event, onClose }: AuditEventDrawerProps) => (
  <Drawer open={open} onClose={onClose} size="lg" title={event ? textOf(event) : "An earlier event"}>
    {event ? (
      <Detail event={event} />
    ) : (
      <EmptyState title="This event is not in the list">
        Your filters exclude it, or it is older than the loaded events.
      </EmptyState>
    )}
  </Drawer>
);
