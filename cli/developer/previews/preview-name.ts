import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";

/** The longest name of a preview (`contract/resources/preview.ts`). */
const longest = 40;

/** A text as the middle of a name: `Ann.Müller` is `ann-m-ller`. */
const slugOf = (text: string, most: number) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, most)
    .replace(/^-+|-+$/g, "");

/** The name of somebody's own preview: `dev-ann` for ann@acme.example. */
export const nameOfPerson = (email: string): string => `dev-${slugOf(email.split("@")[0]!, longest - 10) || "me"}`;

/** The same for a person whose usual name somebody else's preview has. */
export const otherNameOfPerson = (email: string, userId: string): string =>
  `${nameOfPerson(email)}-${slugOf(userId.slice(-5), 5) || "2"}`;

/** The name of the preview of the request that a pipeline runs for, by what GitHub, Forgejo and GitLab set; null elsewhere. */
export function nameOfRequest(env: NodeJS.ProcessEnv): string | null {
  const number = /^refs\/pull\/(\d{1,12})\//.exec(env["GITHUB_REF"] ?? "")?.[1] ?? env["CI_MERGE_REQUEST_IID"];
  return number !== undefined && /^\d{1,12}$/.test(number) ? `pr-${number}` : null;
}

/** A name that somebody gave. @throws CommandError for one that no preview can have */
export async function givenName(name: string): Promise<string> {
  // Other commands start without this schema.
  const { previewName } = await import("@ferrule/contract/resources/preview.ts");
  const { success, error } = previewName.safeParse(name);
  if (success) return name;
  throw new CommandError("NAME_INVALID", `A preview's name ${error.issues[0]?.message ?? "is not this"}.`, {
    exit: "usage",
  });
}

/** The name that a command means without one: of the pipeline's request, or of whoever is signed in. */
export async function usualName({ env, client }: Context): Promise<string> {
  const ofRequest = nameOfRequest(env);
  if (ofRequest !== null) return ofRequest;
  return nameOfPerson((await (await client()).getMe()).user.email);
}
