import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { testOfExecution } from "@ferrule/contract/function-tests/test-of-execution.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import { slugNamed } from "../dev/stack-place.ts";
import type { Exit } from "../exit-codes.ts";
import { plainText, styledText } from "../../folder/plain-text.ts";
import { holdFolder } from "../project/hold-folder.ts";
import { readSource } from "../project/reading/read-source.ts";
import type { Workplace } from "../project/workplace.ts";
import { writeFiles } from "../project/write-files.ts";
import { testFile } from "./test-file.ts";

/** The execution of a request. @throws CommandError when it is not recorded, or not yet */
async function executionOf(context: Context, requestId: string) {
  const client = await context.client();
  const { items } = await client.listExecutions({ query: { requestId, limit: 1 } });
  const found = items[0];
  if (found === undefined)
    throw new CommandError("NOT_FOUND", `The Project has no call with the request id ${requestId}.`, {
      hint: "`ferrule logs` shows the latest calls with theirs. A call is recorded about a second after it ended.",
    });
  return client.getExecution({ params: { executionId: found.id } });
}

/** The Function of the folder that ran. */
async function functionOf(
  context: Context,
  source: GivenProjectSource,
  ran: { functionId: string | null; functionName: string },
) {
  const client = await context.client();
  // Of several Functions with one name, the server knows which it was.
  const slug =
    slugNamed(source, ran.functionName) ??
    (ran.functionId === null ? null : (await client.getFunction({ params: { functionId: ran.functionId } })).slug);
  const found = source.functions.find((one) => one.slug === slug);
  if (found !== undefined) return found;
  throw new CommandError("NOT_FOUND", `The folder has no Function ${ran.functionName}.`, { hint: "Pull first." });
}

/**
 * Writes a test of a recorded call into the tests of its Function.
 * @throws CommandError for a call that is not there, and for one whose end a test cannot repeat
 */
export function writeTest(context: Context, place: Workplace, requestId: string): Promise<Exit> {
  const { root, fs } = place;
  return holdFolder(root, fs, async (): Promise<Exit> => {
    const execution = await executionOf(context, requestId);
    const { folder, source } = await readSource(place);
    const { slug, permissions } = await functionOf(context, source, execution);
    const file = testFile(slug, folder);
    const before = folder.files.get(file);
    const { text, style } = plainText(before ?? "");
    const declared = { ...noPermissions, ...permissions };
    let after: string;
    try {
      after = testOfExecution(execution, declared, text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new CommandError("NOT_REPEATABLE", error.message, { cause: error });
    }
    const isThere = after === text;
    if (!isThere) {
      const changes = new Map([[file, styledText(after, style)]]);
      await writeFiles(root, { changes, before: new Map(before === undefined ? [] : [[file, before]]) }, fs);
    }
    context.out.result({ file, function: slug, requestId, written: !isThere }, () =>
      isThere
        ? `${file} has a test of this call already.`
        : `Wrote a test of the call into ${file}. Read its comments, then run: ferrule test ${slug}`,
    );
    return "done";
  });
}
