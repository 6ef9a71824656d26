import type { DescribedError } from "../described-error.ts";
import {
  addressesText,
  asksForKey,
  failedText,
  helpWithBuild,
  problemsOfBuild,
  problemsText,
} from "../previews/tell-served.ts";
import type { FolderError } from "../project/folder-error.ts";
import { helpLine } from "../terminal/docs-of.ts";
import { plain } from "../terminal/plain.ts";
import type { ServedFolder, Session } from "./session.ts";

/** Paths whose content differs, as the folder has them. */
function changedFiles(before: ServedFolder | null, { folder }: ServedFolder): string[] {
  if (before === null) return [];
  const held = before.folder.files;
  const changed = [...folder.files].filter(([path, text]) => held.get(path) !== text).map(([path]) => path);
  return [...changed, ...[...held.keys()].filter((path) => !folder.files.has(path))];
}

function namesOf(files: readonly string[]): string {
  const [first, second] = files;
  if (first === undefined) return "";
  const more = files.length > 2 ? ` and ${files.length - 2} more` : "";
  return ` ${[first, second].filter((one) => one !== undefined).join(", ")}${more}`;
}

/**
 * Learns the preview's key, if an endpoint asks for one: from the server, which shows it once, from this machine, or by a new
 * one. The key that the preview had does not open it any more then.
 */
async function learnKey(session: Session): Promise<{ key: string | null; isRenewed: boolean }> {
  const { context, keys, name, served } = session;
  const { answer } = served!;
  if (answer.key !== undefined) await keys.put(answer.id, answer.key);
  const known = answer.key ?? (await keys.get(answer.id));
  if (known !== null || !answer.addresses.some(asksForKey)) return { key: known, isRenewed: false };
  const { key } = await (await context.client()).rotatePreviewKey({ params: { name } });
  await keys.put(answer.id, key);
  return { key, isRenewed: true };
}

const sameAddresses = (before: ServedFolder | null, { answer }: ServedFolder) =>
  before !== null && JSON.stringify(before.answer.addresses) === JSON.stringify(answer.addresses);

/** Tells of a preview that was served: with its addresses and its key when they are new, and with what is wrong. */
export async function tellServed(session: Session, before: ServedFolder | null, tookMs: number): Promise<void> {
  const { context, say, name } = session;
  const { paint } = context;
  const served = session.served!;
  const { answer, folder } = served;
  if (before === null || (session.key === null && answer.addresses.some(asksForKey))) {
    const { key, isRenewed } = await learnKey(session);
    session.key = key;
    if (isRenewed)
      say.note(paint.yellow("The preview has a new key, because this machine did not know the one it had."));
  }
  const { key } = session;
  if (!sameAddresses(before, served)) {
    const { addresses, endsAt } = answer;
    say.event({ event: "preview", name, addresses, key, endsAt }, () => {
      const line = key === null ? "" : `\n${paint.bold("key")}  ${plain(key)}`;
      return `${addressesText(addresses, paint)}${line}`;
    });
  }
  const ms = Math.round(tookMs);
  const problems = problemsOfBuild(answer, folder, session.address);
  const { status, changed, error } = answer;
  const files = changedFiles(before, served);
  say.event(
    { event: "served", status, ms, changed, files, diagnostics: problems, problems: answer.problems, error },
    () => {
      const told = problemsText(problems, folder.files, paint);
      const lacks = answer.problems.map((line) => `${paint.yellow("!")} ${plain(line)}`);
      const head =
        status === "serving"
          ? `${paint.green("✓")} served in ${ms} ms${paint.dim(namesOf(files.map(plain)))}`
          : `${failedText(answer, paint)}. What was served before stays.`;
      const help = helpWithBuild(answer, problems, session.address);
      return [told, ...lacks, head, ...help].filter((part) => part !== "").join("\n");
    },
  );
}

/** Tells what is wrong in the folder itself. */
export function tellFolder({ say, context }: Session, error: FolderError, files: ReadonlyMap<string, string>): void {
  const { paint } = context;
  const { message, problems } = error;
  const placed = problems.map((one) => ({ ...one, severity: "error" as const, code: "" }));
  say.event({ event: "folder", message, problems }, () => {
    const told = problemsText(placed, files, paint);
    return `${told === "" ? "" : `${told}\n`}${paint.red("✗")} ${plain(message)} Nothing was sent.`;
  });
}

/** Tells why the folder could not be sent. */
export function tellTrouble({ say, context }: Session, { exit, ...error }: DescribedError): void {
  const { paint } = context;
  const waits = exit === "unreachable" || exit === "signedOut" ? " Trying again …" : "";
  say.event({ event: "error", error }, () => {
    const request = error.requestId ? paint.dim(` request ${plain(error.requestId)}`) : "";
    const hint = error.hint === undefined ? "" : `\n  ${plain(error.hint)}`;
    const help = error.help === undefined ? "" : `\n  ${helpLine(error.help)}`;
    const head = `${paint.red("✗")} ${plain(error.message)} ${paint.dim(`(${plain(error.code)})`)}`;
    return `${head}${request}${waits}${hint}${help}`;
  });
}
