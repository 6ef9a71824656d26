import { hasErrorPage } from "@ferrule/contract/help/has-error-page.ts";

/** A page about a code: its path without an extension, and its Markdown. */
export interface HelpPage {
  path: string;
  text: string;
}

/** The pages of this installation about these codes. A code without a page, or a server that does not answer, gives none. */
export async function readHelp(of: "errors" | "diagnostics", codes: readonly string[]): Promise<HelpPage[]> {
  // Other codes of calls are a Function's own, and TypeScript's have no page.
  const known = [...new Set(codes)].filter((code) =>
    of === "errors" ? hasErrorPage(code) : /^[A-Z][A-Z0-9_]{1,63}$/.test(code) && !/^TS\d/.test(code),
  );
  const pages = known.slice(0, 5).map(async (code): Promise<HelpPage[]> => {
    const path = `/docs/${of}/${code}`;
    const response = await fetch(`${path}.md`).catch(() => null);
    return response?.ok === true ? [{ path, text: await response.text() }] : [];
  });
  return (await Promise.all(pages)).flat();
}
