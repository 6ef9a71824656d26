import { useEffect, useState } from "react";
import { tabProject } from "../../../api/tab-project.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { startLanguage, type RunningLanguage } from "../../../editor/language/start-language.ts";

let held: { projectId: string | null; language: RunningLanguage } | undefined;

/**
 * One TypeScript service for all Functions of a Project. It takes a second to start, and keeps its declarations
 * afterwards.
 */
function languageOf(projectId: string | null): RunningLanguage {
  if (held?.projectId !== projectId) {
    held?.language.stop();
    held = { projectId, language: startLanguage() };
  }
  return held.language;
}

/** The language service of this Project's Functions; `types` changes when its types do. */
export function useLanguage(): { language: RunningLanguage | null; types: string | undefined } {
  const projectId = tabProject.use();
  const [language, setLanguage] = useState<RunningLanguage | null>(null);
  const { data: types } = useOperation("getFunctionTypes", {}, { staleTime: 30_000 });
  useEffect(() => setLanguage(languageOf(projectId)), [projectId]);
  useEffect(() => {
    if (types !== undefined) language?.setTypes(types);
  }, [types, language]);
  return { language, types };
}
