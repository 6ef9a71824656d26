// The program in a bundle for Claude Desktop. It reads JSON-RPC messages from standard input, one a line, posts each to
// an MCP Endpoint (Streamable HTTP, MCP 2025-11-25), and writes the responses to standard output. It is plain JavaScript
// without dependencies, so that it runs in Claude Desktop's own Node (18 or later), and so that whoever installs the
// bundle can read it.
//
// Usage: node index.mjs <address>; the environment variable FERRULE_KEY has the key, if callers send one.

const [url = ""] = process.argv.slice(2);
const key = process.env.FERRULE_KEY ?? "";
/** The revision of the protocol that the server has chosen; later requests name it. */
let revision = "";

/** The lines of a stream of texts. JSON may hold U+2028, at which `node:readline` would break a line. */
async function* linesOf(texts) {
  let rest = "";
  for await (const text of texts) {
    const [first, ...more] = text.split("\n");
    rest += first;
    for (const next of more) {
      yield rest.replace(/\r$/, "");
      rest = next;
    }
  }
  if (rest !== "") yield rest;
}

/** The data of each event of an event stream (HTML, "Server-sent events"). */
async function* eventsOf(body) {
  let data = [];
  for await (const line of linesOf(body.pipeThrough(new TextDecoderStream()))) {
    if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    else if (line === "" && data.length > 0) {
      yield data.join("\n");
      data = [];
    }
  }
}

// JSON has line breaks only between its tokens, so they may go.
const write = (text) => process.stdout.write(`${text.replaceAll(/[\r\n]+/g, " ")}\n`);
const refuse = (id, error) => write(JSON.stringify({ jsonrpc: "2.0", id, error }));

/** Posts a line. Returns the messages of the response, as texts; throws an error with the server's `refusal`, if it gave one. */
async function* ask(line) {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(key === "" ? {} : { "x-api-key": key }),
    ...(revision === "" ? {} : { "mcp-protocol-version": revision }),
  };
  // A redirect would carry the key to another server.
  const response = await fetch(url, { method: "POST", headers, body: line, redirect: "error" });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (response.ok && isStream) yield* eventsOf(response.body);
  else {
    const text = await response.text();
    if (response.ok && text !== "") yield text;
    if (!response.ok) {
      const refusal = errorIn(text);
      throw Object.assign(new Error(refusal?.message ?? `The server answered ${response.status}.`), { refusal });
    }
  }
}

/** The JSON-RPC error in the body of a refusal, if it has one. */
function errorIn(text) {
  try {
    const { error } = JSON.parse(text);
    return Number.isInteger(error?.code) && typeof error.message === "string" ? error : undefined;
  } catch {
    return undefined;
  }
}

const messagesIn = (text) => [JSON.parse(text)].flat().filter((one) => one !== null && typeof one === "object");

/**
 * Posts a line and writes what comes back.
 * @param asked the ids of the line's requests with their methods; those that get their response leave it
 */
async function pass(line, asked) {
  for await (const text of ask(line)) {
    for (const { id, method, result } of messagesIn(text)) {
      if (method !== undefined) continue;
      if (asked.get(id) === "initialize") revision = result?.protocolVersion ?? "";
      asked.delete(id);
    }
    write(text);
  }
  if (asked.size > 0) throw new Error("The server's response ended early.");
}

/** Refuses the requests that have no response yet. */
function fail(problem, asked) {
  const reason = problem.cause?.code ?? problem.cause?.message;
  const message = reason === undefined ? problem.message : `${url}: ${reason}`;
  process.stderr.write(`ferrule: ${message}\n`);
  for (const id of asked.keys()) refuse(id, { code: -32_603, message, ...problem.refusal });
}

/** Handles a message of the client, or a batch of them. Every request in it gets a response. */
function take(line) {
  const asked = new Map();
  try {
    for (const { id, method } of messagesIn(line)) if (method !== undefined && id !== undefined) asked.set(id, method);
  } catch {
    refuse(null, { code: -32_700, message: "The message is not JSON." });
    return;
  }
  const discovers = [...asked].find(([, method]) => method === "server/discover");
  // Clients of 2026-07-28 ask this first. Otherwise they go on with `initialize`. That revision wants headers which only
  // the schema of a tool names.
  if (discovers) refuse(discovers[0], { code: -32_601, message: "Method not found" });
  else pass(line, asked).catch((problem) => fail(problem, asked));
}

process.stdout.on("error", () => process.exit());
process.stdin.setEncoding("utf8");
for await (const line of linesOf(process.stdin)) if (line.trim() !== "") take(line);
// The client has closed the connection, so nobody waits for what is still open.
process.exit();
