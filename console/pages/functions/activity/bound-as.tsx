import { Link } from "@tanstack/react-router";
import { CalendarClock, Route, Wrench, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../../components/badge.tsx";
import { describeSchedule } from "../../crons/describe-schedule.ts";

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

/** The ways to call a Function: tools and routes of endpoints, and crons, each with a link. */
export function BoundAs({ activity }: { activity: AnswerOf<"getFunctionActivity"> }) {
  const { tools, routes, crons } = activity;
  if (tools.length + routes.length + crons.length === 0)
    return (
      <p className="px-4 py-3 text-sm text-muted">
        Nothing calls this Function yet. Bind it as a tool or a route on an{" "}
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
  const endpoint = ({ endpointId, endpointName }: (typeof tools)[number] | (typeof routes)[number]) => (
    <Link to="/endpoints/$endpointId" params={{ endpointId }} className="link">
      {endpointName}
    </Link>
  );
  return (
    <ul>
      {tools.map((tool) => (
        <Entry
          key={tool.bindingId}
          icon={Wrench}
          name={tool.toolName}
          where={endpoint(tool)}
          off={tool.enabled ? null : "Off"}
        />
      ))}
      {routes.map((route) => (
        <Entry
          key={route.bindingId}
          icon={Route}
          name={`${route.method} ${route.path}`}
          where={endpoint(route)}
          off={route.enabled ? null : "Off"}
        />
      ))}
      {crons.map((cron) => (
        <Entry
          key={cron.cronBindingId}
          icon={CalendarClock}
          name={
            <Link
              to="/crons"
              search={{
                cron: cron.cronBindingId,
                ...(cron.environment === "production" ? { environment: cron.environment } : {}),
              }}
              className="hover:underline"
            >
              {cron.name}
            </Link>
          }
          where={
            <span className="flex items-center gap-2">
              {describeSchedule(cron.schedule) ?? cron.schedule}, {cron.timezone}
              <EnvironmentBadge environment={cron.environment} />
            </span>
          }
          off={cron.enabled ? null : "Paused"}
        />
      ))}
    </ul>
  );
}
