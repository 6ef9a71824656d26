/**
 * Calls a tool with a key over the public URL, as any client does.
 * @throws Error with the answer's own message when it was refused
 */
export async function callTool(url: string, key: string, body: object): Promise<void> {
  // Use the page's own origin, which may differ from PUBLIC_URL.
  const response = await fetch(new URL(url).pathname, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(body),
    credentials: "omit",
  });
  if (response.ok) return;
  const answer = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  throw new Error(answer?.error?.message ?? `The endpoint answered ${response.status}.`);
}
