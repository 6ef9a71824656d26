import { credentialField, type CredentialField } from "./credential.ts";
import { isDocument, type ApiDocument } from "./document.ts";
import { element } from "./element.ts";
import { operationPart } from "./operation.ts";

const main = document.querySelector("#reference")!;
const documentPath = location.pathname.replace(/reference$/, "openapi.json");

type Read = { api: ApiDocument } | { problem: string; needsCredential: boolean };

async function read(headers: Record<string, string>): Promise<Read> {
  const answer = await fetch(documentPath, { headers, credentials: "omit" });
  const found: unknown = await answer.json();
  if (answer.ok && isDocument(found)) return { api: found };
  const { error } = found as { error?: { message?: string } };
  return {
    problem: error?.message ?? `The document could not be read: ${answer.status}`,
    needsCredential: answer.status === 401,
  };
}

function show({ info, paths, ...rest }: ApiDocument, credential: CredentialField): Node[] {
  const api = { info, paths, ...rest };
  const parts = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationPart(api, method, path, operation, credential.headers),
    ),
  );
  const none = element("p", { class: "muted" }, "There is no route that you may call.");
  return [
    element("h1", {}, info.title),
    element(
      "p",
      { class: "muted" },
      `Version ${info.version} · `,
      element("a", { href: documentPath }, "openapi.json"),
    ),
    element("p", {}, info.description ?? ""),
    credential.node,
    ...(parts.length > 0 ? parts : [none]),
  ];
}

let field: CredentialField | null = null;

async function load(): Promise<void> {
  const found = await read(field?.headers() ?? {});
  if ("api" in found) {
    document.title = found.api.info.title;
    field ??= credentialField(found.api, refresh);
    main.replaceChildren(...show(found.api, field));
    return;
  }
  field ??= credentialField(null, refresh);
  const problem = element("p", { class: "bad", role: "alert" }, found.problem);
  main.replaceChildren(element("h1", {}, "HTTP API"), field.node, problem);
}

function refresh(): void {
  load().catch((error: unknown) => main.replaceChildren(element("p", { class: "bad", role: "alert" }, String(error))));
}

refresh();
