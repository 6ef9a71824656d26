import { basename } from "node:path";
import type { Client } from "@ferrule/contract/client.ts";
import type { Context } from "../context/context.ts";
import { placedProblem } from "../terminal/placed-problem.ts";
import type { DeploymentDetail } from "./wait-for-deployment.ts";

/** A problem that a build found, at its place in a source. */
export interface Problem {
  severity: "error" | "warning";
  message: string;
  code: string;
  file: string;
  line: number;
  column: number | null;
}

interface Place {
  code?: string;
  file?: string;
  line?: number;
  column?: number;
}

/** The problems in the log of a deployment, errors first; if it failed without any, its error. */
export function problemsOf({ log, error }: DeploymentDetail): Problem[] {
  const logged = log.flatMap(({ level, message, data }): Problem[] => {
    const { code = "", file, line, column = 1 } = (data ?? {}) as Place;
    if (file === undefined || line === undefined) return [];
    const severity = level === "error" ? "error" : "warning";
    return [{ severity, message: message.replace(/^\S+:\d+:\d+ /, ""), code, file, line, column }];
  });
  const sorted = logged.toSorted((a, b) => Number(a.severity !== "error") - Number(b.severity !== "error"));
  if (sorted.length > 0 || error === null || error.file === null) return sorted;
  return [
    {
      severity: "error",
      message: error.message,
      code: error.code,
      file: error.file,
      line: error.line ?? 1,
      column: null,
    },
  ];
}

async function sourceOf(client: Client, slug: string): Promise<string | null> {
  const { items } = await client.listFunctions({ query: { names: slug } });
  const found = items.find((each) => each.slug === slug);
  return found === undefined ? null : (await client.getFunction({ params: { functionId: found.id } })).source;
}

/** Prints problems as `file:line:column` with the lines around each; at most `most` of them. */
export async function showProblems(context: Context, problems: readonly Problem[], most = 20): Promise<void> {
  const { paint, out } = context;
  const client = await context.client();
  const sources = new Map<string, string | null>();
  for (const problem of problems.slice(0, most)) {
    const slug = basename(problem.file, ".ts");
    if (!sources.has(slug)) sources.set(slug, await sourceOf(client, slug));
    const placed = { ...problem, file: `functions/${problem.file}` };
    out.note(placedProblem(placed, sources.get(slug) ?? null, paint));
  }
  if (problems.length > most) out.note(`… and ${problems.length - most} more. \`ferrule open\` shows all.`);
}
