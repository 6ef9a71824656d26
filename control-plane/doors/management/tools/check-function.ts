import type { ToolScene } from "./tool.ts";

/** What a build would find in a saved draft. Messages come from the compiler, and quote the source. */
export async function checkFunction({ client, signal }: ToolScene, functionId: string) {
  const { valid, diagnostics } = await client.validateFunction({ params: { functionId }, body: {}, signal });
  const sorted = diagnostics.toSorted((one, other) => one.severity.localeCompare(other.severity));
  return {
    valid,
    problems: diagnostics.length,
    diagnostics: sorted.slice(0, 12).map(({ severity, message, line, column, code, fix }) => ({
      severity,
      code,
      at: `${line}:${column}`,
      message: message.slice(0, 500),
      ...(fix === undefined ? {} : { fix: `declare ${fix.permission}: ${fix.name}` }),
    })),
  };
}
