import { targetParts } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { Link } from "@tanstack/react-router";
import { CalendarClock, FileText, MessageSquareText, Route, Wrench, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../../components/badge.tsx";
import { TargetName } from "../../../components/show/target-name.tsx";
import { describeSchedule } from "../../crons/describe-schedule.ts";

const icons = { tool: Wrench, resource: FileText, prompt: MessageSquareText };

interface EntryProps {
  icon: LucideIcon;
  name: ReactNode;
  where: ReactNode;
  off: string | null;
}

const Entry = ({ icon: Icon, name, where, off }: EntryProps) => (
  <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-t border-line px-4 py-2 text-sm first:border-t-0">
    <Icon aria-hidden size={14} className="shrink-0 text-faint" />
    <span className="min-w-0 font-mono text-xs font-semibold break-all">{name}</span>
    {off !== null && <Badge>{off}</Badge>}
    <span className="ml-auto text-xs text-muted">{where}</span>
  </li>
);

type Activity = AnswerOf<"getFunctionActivity">;

interface BindingEntryProps extends Pick<EntryProps, "icon" | "name"> {
  binding: Activity["tools"][number] | Activity["routes"][number];
}

const BindingEntry = ({ icon, name, binding: { endpointId, endpointName, enabled } }: BindingEntryProps) => (
  <Entry
    icon={icon}
    name={name}
    where={
      <Link to="/endpoints/$endpointId" params={{ endpointId }} className="link">
        {endpointName}
      </Link>
    }
    off={enabled ? null : "Off"}
  />
);

const CronEntry = ({ cron }: { cron: Activity["crons"][number] }) => {
  const { cronBindingId, name, schedule, timezone, environment, enabled } = cron;
  const place = environment === "production" ? { environment } : {};
  return (
    <Entry
      icon={CalendarClock}
      name={
        <Link to="/crons" search={{ cron: cronBindingId, ...place }} className="hover:underline">
          {name}
        </Link>
      }
      where={
        <span className="flex items-center gap-2">
          {describeSchedule(schedule) ?? schedule}, {timezone}
          <EnvironmentBadge environment={environment} />
        </span>
      }
      off={enabled ? null : "Paused"}
    />
  );
};

/** The ways to call a Function: tools, resources, prompts and routes of endpoints, and crons, each with a link. */
export function BoundAs({ activity: { tools, routes, crons } }: { activity: Activity }) {
  if (tools.length + routes.length + crons.length === 0)
    return (
      <p className="px-4 py-3 text-sm text-muted">
        Nothing calls this Function yet. Bind it as a tool, a resource, a prompt or a route on an{" "}
        <Link to="/endpoints" className="link">
          endpoint
        </Link>
        , or run it with a{" "}
        <Link to="/crons" search={{ form: "new" }} className="link">
          cron
        </Link>
        .
      </p>
    );
  return (
    <ul>
      {tools.map((tool) => (
        <BindingEntry
          key={tool.bindingId}
          icon={icons[targetParts(tool.toolName).kind]}
          name={<TargetName target={tool.toolName} />}
          binding={tool}
        />
      ))}
      {routes.map((route) => (
        <BindingEntry key={route.bindingId} icon={Route} name={`${route.method} ${route.path}`} binding={route} />
      ))}
      {crons.map((cron) => (
        <CronEntry key={cron.cronBindingId} cron={cron} />
      ))}
    </ul>
  );
}
