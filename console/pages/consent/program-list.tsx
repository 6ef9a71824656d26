import type { OauthGrant } from "@ferrule/contract/resources/oauth.ts";
import type { ReactNode } from "react";
import { groupPrograms } from "./group-programs.ts";

interface ProgramListProps {
  label: string;
  grants: readonly OauthGrant[];
  /** The subject of one consent: an address, or a person. */
  about: (grant: OauthGrant) => ReactNode;
  /** A consent's actions, or how it ended. */
  action: (grant: OauthGrant) => ReactNode;
}

/** A row for each program, with its consents inside. */
export const ProgramList = ({ label, grants, about, action }: ProgramListProps) => (
  <ul aria-label={label} className="grid gap-2 empty:hidden">
    {groupPrograms(grants).map(({ name, grants: own }) => (
      <li key={name} className="rounded-lg border border-line bg-surface px-4 py-3 text-sm">
        <p className="font-medium break-words">{name}</p>
        <ul aria-label={`Consents for ${name}`} className="mt-1 grid divide-y divide-line">
          {own.map((grant) => (
            <li key={grant.id} className="flex items-center gap-3 py-2 first:pt-1 last:pb-0">
              <div className="grid min-w-0 grow gap-1">
                {about(grant)}
                <span className="text-xs text-muted">
                  {grant.scopes.join(", ")}
                  {" · "}last used{" "}
                  {new Date(grant.lastUsedAt).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })}
                </span>
              </div>
              {action(grant)}
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
);
