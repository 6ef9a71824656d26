import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/api.ts";
import { issuesOf } from "../../api/issues-of.ts";

interface Wanted {
  templateId: string;
  /** Undefined for the Project, with a new endpoint. */
  endpointId: string | undefined;
  parameters: Record<string, never>;
}

/** Installs a template, completely or not at all. */
export const useInstall = () =>
  useMutation({
    mutationFn: ({ templateId, endpointId, parameters }: Wanted) =>
      endpointId === undefined
        ? api.installTemplate({ body: { templateId, parameters } })
        : api.installTemplateOntoEndpoint({ params: { endpointId, templateId }, body: { parameters } }),
  });

/** The server's problems with single parameters, by name. */
export function parameterProblems(error: Error | null): ReadonlyMap<string, string> {
  return new Map(
    issuesOf(error)
      .toReversed()
      .map(({ path, message }) => [path.replace(/^body\.parameters\.?/, "").split(".")[0] ?? "", message]),
  );
}
