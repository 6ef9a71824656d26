import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { claimsOf, forges, jobKinds, type Forge, type Jobs } from "./forges.ts";

/** The name of a branch or tag in a claim, without what a forge puts before it. */
const nameIn = (ref = ""): string => ref.replace(/^refs\/(?:heads|tags)\//, "");

/** These jobs in words: `tags v* of team/shop`. */
export function jobsText(forge: Forge, repository: string, { jobs, name }: Jobs): string {
  if (jobs === "every") return `every branch, tag and ${forges[forge].requests.slice(0, -1)} of ${repository}`;
  if (jobs === "requests") return `${forges[forge].requests} of ${repository}`;
  const many = name.includes("*");
  if (jobs === "branch") return `${many ? "branches" : "branch"} ${name} of ${repository}`;
  return `${many ? "tags" : "tag"} ${name} of ${repository}`;
}

/** What a rule with these claims accepts, in words. Null if the form cannot make such a rule. */
export function acceptedJobs(claims: Readonly<Record<string, string>>): string | null {
  const name = nameIn(claims["ref"]);
  for (const forge of Object.keys(forges) as Forge[]) {
    const repository = claims[forges[forge].repository];
    if (repository === undefined) continue;
    const jobs = jobKinds.find((kind) => sameJson(claimsOf(forge, repository, { jobs: kind, name }), claims));
    if (jobs !== undefined) return jobsText(forge, repository, { jobs, name });
  }
  return null;
}
