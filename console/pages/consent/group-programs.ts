import type { OauthGrant } from "@ferrule/contract/resources/oauth.ts";

/** One program with its consents, active ones first. */
export interface ProgramGrants {
  name: string;
  grants: OauthGrant[];
}

const isActive = ({ status }: OauthGrant) => status === "active";
/** The subject of a consent: the person, and the opened address. */
const subject = ({ user, caller, resource }: OauthGrant) =>
  JSON.stringify([user?.id, caller?.issuer, caller?.subject, resource]);

/**
 * Programs in the order of their first consent. A program that runs on several machines or endpoints registers several
 * times, so its name identifies it. An ended consent is left out if the same person has a later one for the same
 * address.
 */
export function groupPrograms(grants: readonly OauthGrant[]): ProgramGrants[] {
  const programs = Map.groupBy(grants, ({ client }) => client.name);
  return [...programs].map(([name, all]) => {
    const kept = new Map<string, OauthGrant>();
    const ended = all.filter((grant) => !isActive(grant)).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    const active = all.filter(isActive);
    const opened = new Set(active.map(subject));
    for (const grant of ended) {
      const of = subject(grant);
      if (!opened.has(of) && !kept.has(of)) kept.set(of, grant);
    }
    return { name, grants: [...active, ...kept.values()] };
  });
}
