import { isMutation, type Operation } from "@ferrule/contract/operation.ts";
import { operationNames, operations, type OperationName } from "@ferrule/contract/operations.ts";
import { environments } from "@ferrule/contract/states.ts";
import { tableRow } from "./table-row.ts";

function rolesOf({ roles, rolesIn }: Operation): string {
  if (roles === "public") return "nobody need be signed in";
  if (roles === "any") return "every role";
  if (rolesIn === undefined) return roles.join(", ");
  return environments.map((environment) => `${environment}: ${(rolesIn[environment] ?? roles).join(", ")}`).join("; ");
}

function notesOf(operation: Operation): string {
  const notes = [
    ...(operation.scope === "project" ? ["Project"] : []),
    ...(operation.ifMatch ? ["`If-Match`"] : []),
    ...(operation.idempotent ? ["`Idempotency-Key`"] : []),
    ...(operation.tokens === false && operation.roles !== "public" ? ["no API tokens"] : []),
    ...(isMutation(operation) || operation.audit !== null ? [operation.audit ?? "not audited"] : []),
  ];
  return notes.join(" · ");
}

function rowOf(name: OperationName): string {
  const operation: Operation = operations[name];
  const codes = (operation.errors ?? []).map((code) => `[${code}](errors.md#${code.toLowerCase()})`);
  return tableRow([
    `\`${operation.method} ${operation.path}\``,
    `\`${name}\`: ${operation.summary}${operation.description === undefined ? "" : `. ${operation.description}`}`,
    rolesOf(operation),
    [String(operation.status), ...codes].join(" "),
    notesOf(operation),
  ]);
}

/** Every operation of the management API as Markdown: one table for each tag, in the order of the operation table. */
export function apiTable(): string {
  const tags = [...new Set(operationNames.map((name) => operations[name].tag))];
  const sections = tags.map((tag) =>
    [
      `### ${tag}`,
      "",
      tableRow(["Method and path", "Operation", "Who", "Answer", "Notes"]),
      tableRow(["---", "---", "---", "---", "---"]),
      ...operationNames.filter((name) => operations[name].tag === tag).map(rowOf),
    ].join("\n"),
  );
  return sections.join("\n\n");
}
