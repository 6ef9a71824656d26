const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** The page for a person whose client sent a request whose answer may not go to the client. No scripts, no links. */
export const refusalPage = (why: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sign-in stopped</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<h1>Sign-in stopped</h1>
<p>The program that sent you here made a request that Ferrule cannot answer. Nothing was allowed.</p>
<p>${escape(why)}</p>
<p>Close this page. If it happens again, tell the people who run the program.</p>
</html>
`;

export const refusalPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
