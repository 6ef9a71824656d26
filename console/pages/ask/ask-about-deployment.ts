import { api } from "../../api/api.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { codesOf, deploymentPrompt, filesOf, type NamedSource } from "./deployment-prompt.ts";
import { promptText } from "./prompt-text.ts";
import { readHelp } from "./read-help.ts";

/** The most sources of a prompt. */
const mostFiles = 5;

/** The drafts of these files. A deployment does not keep the sources of a build that failed. */
async function draftsOf(files: readonly string[]): Promise<NamedSource[]> {
  const slugOf = (file: string) => file.replace(/(\.test)?\.ts$/, "");
  const names = [...new Set(files.map(slugOf))].join(",");
  if (names === "") return [];
  const { items } = await api.listFunctions({ query: { names } });
  const found = files.slice(0, mostFiles).map(async (file): Promise<NamedSource[]> => {
    const id = items.find(({ slug }) => slug === slugOf(file))?.id;
    if (id === undefined) return [];
    const { source, tests } = await api.getFunction({ params: { functionId: id } });
    const own = { file, text: file.endsWith(".test.ts") ? tests : source };
    return file.endsWith(".test.ts") ? [own, { file: `${slugOf(file)}.ts`, text: source }] : [own];
  });
  return (await Promise.all(found)).flat();
}

/** The prompt about a failed deployment, with the sources that it names and the pages about its codes. */
export async function askAboutDeployment(deployment: AnswerOf<"getDeployment">): Promise<string> {
  const [sources, help] = await Promise.all([
    draftsOf(filesOf(deployment)).catch(() => []),
    readHelp("diagnostics", codesOf(deployment)),
  ]);
  return promptText(deploymentPrompt(deployment, sources, help), window.location.origin);
}
