/** The messages of an event stream, one after another, while it is still open. */
export async function* messagesOf(response: Response): AsyncGenerator<Record<string, unknown>, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data) as Record<string, unknown>;
    }
  }
  return undefined;
}
