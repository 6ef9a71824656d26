import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import ts from "typescript-compiler";
import type { FunctionProgram, WholeProgram } from "../program/program-factory.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";
import { isGlobal } from "./check-globals.ts";
import { contextMember } from "./context-member.ts";
import { hostDeclared, knownHost } from "./host-declared.ts";
import { literalText } from "./literal-text.ts";

/** Words without which a source cannot reach these parts of the context, except through a Library. */
const guarded = /cache|secrets|collection|runs/i;

/**
 * Warns about a use without permission. `fix` is the permission that it needs, or words when we do not know the name.
 */
type Warn = (node: ts.Node, what: string, fix: NonNullable<Diagnostic["fix"]> | string) => void;

const fixWords = ({ permission, name }: NonNullable<Diagnostic["fix"]>) =>
  permission === "cache"
    ? "Set `cache` to true in the Function's permissions."
    : `Add "${name}" to the ${permission} in the Function's permissions.`;

interface SqlCheck {
  context: ts.Symbol | undefined;
  permissions: Permissions;
  warn: Warn;
}

/**
 * `ctx.sql` as a tag or with a method needs at least one connection. With a name, it needs the connection of that name.
 */
function checkSql(
  one: FunctionProgram,
  node: ts.PropertyAccessExpression,
  { context, permissions: { connections = [] }, warn }: SqlCheck,
): void {
  if (node.name.text !== "sql" || contextMember(one, node.expression, context) !== "Context") return;
  const call = node.parent;
  const [argument] = ts.isCallExpression(call) && call.expression === node ? call.arguments : [];
  if (argument === undefined) {
    const fix = "Add its name to the connections in the Function's permissions.";
    if (connections.length === 0) warn(node, "A connection to a database", fix);
    return;
  }
  const { text, complete } = literalText(one.checker, argument);
  if (!complete || connections.includes(text)) return;
  warn(argument, `The connection "${text}"`, { permission: "connections", name: text });
}

/**
 * Warns about a secret, host, collection, connection, cache or Function to start that the source names but the Function does not declare.
 * These are only warnings: computed names are invisible here, and the worker checks each use against the grant when it
 * happens.
 */
export function checkPermissions(
  one: WholeProgram,
  permissions: Permissions,
  context: ts.Symbol | undefined,
): Diagnostic[] {
  const { checker, file, libraries } = one;
  const mayReach = libraries.length > 0 || guarded.test(file.text);
  const found: Diagnostic[] = [];
  const warn: Warn = (node, what, fix) => {
    const words = typeof fix === "string" ? fix : fixWords(fix);
    const message = `${what} is not declared, so this will be refused when it runs. ${words}`;
    const warning = diagnosticAt(file, node, "PERMISSION_UNDECLARED", message, "warning");
    found.push(typeof fix === "string" ? warning : { ...warning, fix });
  };
  const checkMember = (call: ts.CallExpression, owner: ts.Expression, method: string) => {
    const member = contextMember(one, owner, context);
    if (member === "Cache" && !permissions.cache) {
      warn(call, "The cache", { permission: "cache", name: "cache" });
    }
    const argument = call.arguments[0];
    if (argument === undefined) return;
    const { text, complete } = literalText(checker, argument);
    if (!complete) return;
    if (member === "Secrets" && method === "get" && !permissions.secrets.includes(text)) {
      warn(argument, `The secret "${text}"`, { permission: "secrets", name: text });
    }
    const isStart = method === "start" && ts.isPropertyAccessExpression(owner) && owner.name.text === "runs";
    if (isStart && contextMember(one, owner.expression, context) === "Context" && !permissions.runs?.includes(text)) {
      warn(argument, `Starting runs of "${text}"`, { permission: "runs", name: text });
    }
    if (member === "Context" && method === "collection" && !permissions.collections.some(({ name }) => name === text)) {
      warn(argument, `The collection "${text}"`, { permission: "collections", name: text });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) checkSql(one, node, { context, permissions, warn });
    if (ts.isCallExpression(node)) {
      const callee = node.expression;
      // Without this condition, looking up the type of every method's owner took longer than finding the handler.
      if (mayReach && ts.isPropertyAccessExpression(callee)) checkMember(node, callee.expression, callee.name.text);
      const [target] = node.arguments;
      if (target !== undefined && ts.isIdentifier(callee) && callee.text === "fetch" && isGlobal(checker, callee)) {
        const { text, complete } = literalText(checker, target);
        const wanted = knownHost(text, complete);
        if (wanted !== null && !hostDeclared(permissions.hosts, wanted)) {
          const usual = wanted.port === (wanted.scheme === "http" ? "80" : "443");
          const pattern = `${wanted.scheme === "http" ? "http://" : ""}${wanted.host}${usual ? "" : `:${wanted.port}`}`;
          const plain = wanted.scheme === "http" && permissions.hosts.includes(wanted.host);
          const what = plain
            ? `The host "${wanted.host}" is declared for https, and http`
            : `The host "${wanted.host}"`;
          warn(target, what, { permission: "hosts", name: pattern });
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
