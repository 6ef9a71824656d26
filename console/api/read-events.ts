export interface ServerEvent {
  event: string;
  data: unknown;
  /** The id from which a stream can be resumed after this event. */
  id?: string;
}

/** Reads server-sent events (WHATWG HTML, section 9.2) of JSON from a body, as they arrive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text = (text + decoder.decode(value, { stream: true })).replaceAll("\r\n", "\n");
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const lines = block.split("\n");
        const field = (name: string) =>
          lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, "")] : []));
        const data = field("data").join("\n");
        const [id] = field("id");
        if (data !== "")
          yield {
            event: field("event")[0] ?? "message",
            data: JSON.parse(data) as unknown,
            ...(id === undefined ? {} : { id }),
          };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
