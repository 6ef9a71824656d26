const fixes = "Run `npm run fix`.";

/** The advice when a check fails, by its kind: one sentence each. */
export const steps = {
  types: "Correct the types at the places above.",
  lint: "Run `npm run fix`, then change by hand what lint still reports.",
  format: fixes,
  written: fixes,
  deadCode: "Delete what nothing uses, or name what starts it in tools/knip.json.",
  canary:
    "Look for the change in oxlint.config.ts or tools/lint/ that lets a canary of tools/lint/lint-canary.ts pass.",
  papers: "Write the rule in a few words in place of the citation, or name the page of docs/.",
  circles: "Move what both files need into a third one.",
  floors:
    "Move the file up or what it imports down, give a new folder its floor in tools/lint/floors.ts, or a large folder folders inside.",
  handlers: "Move the operation into the file of its name.",
  internalPaths: "Call the route by its name, or add it to contract/internal/routes.ts.",
  portable: "Use what Node 20 has on Linux, macOS and Windows alike, or add the twin of each system.",
  statements:
    "Call a function of the table's owner, or name the file or the new table in tools/lint/table-owners.ts with the reason.",
  settings: "Read the setting in that role's settings, or take the reader out of contract/settings/settings.ts.",
  hostCalls:
    "Offer the call in the worker and in the guest, declare the member in contract/guest/, and describe it in docs/functions.md.",
  functionSettings:
    "Declare the member in contract/guest/ferrule-config.d.ts, describe it in docs/functions.md, and add it to the form in console/pages/functions/code/.",
  fix: "Mend what is named above by hand, then run `npm run fix` again.",
} as const;

export type FailureKind = keyof typeof steps;

/**
 * The last line of a run: what to do next.
 * @param failed the kinds of the failed checks; those that a command can fix come first
 */
export function nextStep(failed: readonly FailureKind[], fixing: boolean): string {
  if (failed.length === 0)
    return fixing ? "Next: `npm run check`." : "Next: `npm test -- --changed` runs the tests that your changes reach.";
  const sentences = new Set(failed.map((kind) => steps[kind]));
  // The lint step runs the same command.
  if (sentences.has(steps.lint)) sentences.delete(fixes);
  const inOrder = [...sentences].toSorted((a, b) => Number(b.includes("npm run")) - Number(a.includes("npm run")));
  return `Next: ${inOrder.join(" ")}`;
}
