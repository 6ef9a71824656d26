import type { OauthGrant } from "@ferrule/contract/resources/oauth.ts";
import { Mono } from "../../components/mono.tsx";
import { EnvironmentBadge } from "../../components/badge.tsx";

/** What a consent lets a program call. */
export const ConsentAddress = ({ grant: { resource, environment, byCompany } }: { grant: OauthGrant }) => (
  <span className="flex flex-wrap items-center gap-2">
    <Mono>{new URL(resource).pathname}</Mono>
    <EnvironmentBadge environment={environment} />
    {byCompany && <span className="text-xs text-muted">given by your company</span>}
  </span>
);
