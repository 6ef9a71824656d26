import type { ApiDocument } from "./document.ts";
import { element, labelled } from "./element.ts";

/** A field for the credential. The text stays in the field: it is not stored, and is sent only with a call. */
export interface CredentialField {
  node: HTMLElement;
  headers: () => Record<string, string>;
}

/**
 * The document says where a token or key goes. With `null`, we could not read the document, and a key is most likely.
 */
export function credentialField(api: ApiDocument | null, changed: () => void): CredentialField {
  const schemes = api === null ? ["apiKey", "bearer"] : Object.keys(api.components.securitySchemes ?? {});
  const ways = [
    ...(schemes.includes("apiKey") ? [{ value: "x-api-key", text: "API key" }] : []),
    ...(schemes.some((name) => name === "bearer" || name === "oauth2")
      ? [{ value: "authorization", text: "Bearer token" }]
      : []),
  ];
  const kind = element(
    "select",
    { "aria-label": "Kind of credential" },
    ...ways.map(({ value, text }) => element("option", { value }, text)),
  );
  const field = element("input", { type: "password", autocomplete: "off", spellcheck: "false" });
  const button = element("button", { type: "button" }, "Show what I may call");
  button.addEventListener("click", changed);
  const node = element("section", {}, element("h2", {}, "Credential"));
  if (ways.length === 0)
    node.append(element("p", { class: "muted" }, "Calls are signed by their sender, which a page cannot do."));
  else {
    const hint = "It stays in this page until you close it.";
    node.append(labelled("Kind", kind), labelled("Value", field), element("p", { class: "muted" }, hint), button);
  }
  return {
    node,
    headers(): Record<string, string> {
      const value = field.value.trim();
      if (value === "") return {};
      return kind.value === "x-api-key" ? { "x-api-key": value } : { authorization: `Bearer ${value}` };
    },
  };
}
