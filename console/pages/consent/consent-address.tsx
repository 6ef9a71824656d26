import type { OauthGrant } from "@ferrule/contract/resources/oauth.ts";
import { Mono } from "../../components/mono.tsx";
import { EnvironmentBadge } from "../../components/badge.tsx";

/** The address that a consent opens for a program: an endpoint's, or that of the management MCP server. */
export const ConsentAddress = ({ grant: { resource, environment, byCompany } }: { grant: OauthGrant }) => (
  <span className="flex flex-wrap items-center gap-2">
    <Mono>{new URL(resource).pathname}</Mono>
    {environment !== null && <EnvironmentBadge environment={environment} />}
    {byCompany && <span className="text-xs text-muted">given by your company</span>}
  </span>
);
