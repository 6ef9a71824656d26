import { Link, linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** The page of each kind of thing that has one. */
const pages = {
  function: (functionId: string) => linkOptions({ to: "/functions/$functionId", params: { functionId } }),
  "runtime-endpoint": (endpointId: string) => linkOptions({ to: "/endpoints/$endpointId", params: { endpointId } }),
  deployment: (deploymentId: string) => linkOptions({ to: "/deployments/$deploymentId", params: { deploymentId } }),
  execution: (executionId: string) => linkOptions({ to: "/executions/$executionId", params: { executionId } }),
  "cron-binding": (cron: string) => linkOptions({ to: "/crons", search: { cron } }),
  "data-collection": (collection: string) => linkOptions({ to: "/data", search: { collection } }),
};

interface ThingLinkProps {
  /** As the audit log and templates name it. */
  kind: string;
  id: string | null | undefined;
  className: string;
  children: ReactNode;
}

/** The name of a thing, as a link where it has a page. */
export function ThingLink({ kind, id, className, children }: ThingLinkProps) {
  const page = Object.hasOwn(pages, kind) ? pages[kind as keyof typeof pages] : undefined;
  if (page === undefined || id === null || id === undefined) return children;
  return (
    <Link {...page(id)} className={className}>
      {children}
    </Link>
  );
}
