import { commitToDeploy } from "../commits/commit-to-deploy.ts";
import type { Context } from "../context/context.ts";
import type { Exit } from "../exit-codes.ts";
import { readSource } from "../project/reading/read-source.ts";
import { workplaceOf } from "../project/workplace-of.ts";
import { plain } from "../terminal/plain.ts";
import { planComment } from "./plan-comment.ts";
import { givenName, usualName } from "./preview-name.ts";
import { serveSource } from "./serve-source.ts";
import { addressesText, asksForKey, failedText, helpWithBuild, problemsOfBuild, problemsText } from "./tell-served.ts";

export interface ServeOptions {
  comment?: boolean;
  key?: boolean;
}

/**
 * Serves the folder once, and says where and what it would break.
 * @param given the preview's name; without one, that of the pipeline's request or of the person
 */
export async function serveOnce(context: Context, given: string | undefined, options: ServeOptions): Promise<Exit> {
  const { out, paint, signal } = context;
  const place = await workplaceOf(context);
  const client = await context.client();
  const name = given === undefined ? await usualName(context) : await givenName(given);
  const { folder, source } = await readSource(place);
  const commit = await commitToDeploy(context);
  const [plan, served] = [
    await client.previewProjectSource({ body: { source, delete: true } }),
    await serveSource(client, name, { source, commit }, signal),
  ];
  const { key: firstKey, ...answer } = served;
  const makeKey = async () => firstKey ?? (await client.rotatePreviewKey({ params: { name } })).key;
  const key = options.key === true ? await makeKey() : null;
  const { address } = await context.target();
  const problems = problemsOfBuild(answer, folder, address);
  const { breaking, uncalled, missing } = plan;
  const shown = { ...answer, breaking, ...(uncalled && { uncalled }), missing, ...(key === null ? {} : { key }) };
  out.result(shown, () => {
    if (options.comment === true)
      return planComment({ name, project: place.address.project, commit: commit?.sha ?? null, answer, problems, plan });
    const lost = (["development", "production"] as const).flatMap((environment) =>
      breaking[environment].map((line) => paint.red(`! ${environment}: ${plain(line)}`)),
    );
    const isServed = answer.status === "serving";
    return [
      addressesText(answer.addresses, paint),
      ...(key === null ? [] : [`key  ${plain(key)}`]),
      ...answer.problems.map((line) => paint.yellow(`! ${plain(line)}`)),
      ...(lost.length === 0 ? [] : ["What callers lose once this is deployed:", ...lost]),
      isServed ? `${paint.green("✓")} ${name} is served until ${answer.endsAt}.` : failedText(served, paint),
    ].join("\n");
  });
  if (problems.length > 0) out.note(problemsText(problems, folder.files, paint));
  for (const line of helpWithBuild(served, problems, address)) out.note(line);
  if (key === null && answer.addresses.some(asksForKey))
    out.note(`Development's keys open it. \`ferrule preview serve ${name} --key\` makes a key of its own.`);
  return answer.status === "serving" ? "done" : "failed";
}
