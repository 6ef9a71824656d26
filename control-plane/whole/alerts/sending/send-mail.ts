import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import type { AlertTarget } from "@ferrule/contract/resources/alert-channel.ts";
import { createAddressRule, isPublicAddress } from "@ferrule/kit/network/allowed-addresses.ts";
import { createTransport } from "nodemailer";
import { OutsideRefused, type Egress } from "../../../ground/outside/ask-outside.ts";
import { linesOf, titleOf, type Message } from "./message.ts";

type MailTarget = Extract<AlertTarget, { kind: "email" }>;

const mostMs = 15_000;
/** A mail server says a few hundred bytes. */
const mostBytes = 262_144;

/**
 * Connects to the mail server, at an address that the rules for addresses outside allow. Without TLS, only a private
 * one that an exception names is allowed. The name is resolved once, so that a second look-up cannot lead elsewhere.
 * @throws OutsideRefused and the errors of the connection
 */
async function connectTo({ host, port, tls }: MailTarget, egress: Egress): Promise<Socket> {
  const rule = createAddressRule(egress.egressAllowPrivate);
  const found = await lookup(host, { all: true });
  const allowed = found.find(
    ({ address }) => rule(host.toLowerCase(), String(port), address) && !(tls === "off" && isPublicAddress(address)),
  );
  if (allowed === undefined) throw new OutsideRefused("private");
  const socket = connect({ host: allowed.address, port });
  return new Promise((resolve, reject) => {
    // It stays, so that an error after the message is no error of this process.
    socket.on("error", reject);
    socket.once("connect", () => resolve(socket));
    socket.setTimeout(mostMs, () => socket.destroy(Object.assign(new Error("silent"), { code: "ETIMEDOUT" })));
  });
}

/** Ends a connection that takes too long or says too much. */
function watch(socket: Socket): Disposable {
  const end = (code: string) => socket.destroy(Object.assign(new Error("the mail server"), { code }));
  const timeout = setTimeout(() => end("ETIMEDOUT"), mostMs);
  const bytes = setInterval(() => socket.bytesRead > mostBytes && end("EPROTOCOL"), 20);
  return {
    [Symbol.dispose]() {
      clearTimeout(timeout);
      clearInterval(bytes);
      socket.destroy();
    },
  };
}

function textOf(message: Message): string {
  const lines = linesOf(message).map(({ text, detail, url }) =>
    [text, detail, url].filter((part) => part !== "").join("\n"),
  );
  return `${lines.join("\n\n")}\n\nAll alerts of ${message.project.name}: ${message.url}\n`;
}

/**
 * Sends a message as an e-mail, over SMTP.
 * @returns the answer for the log: `SMTP 250`
 * @throws OutsideRefused and the errors of the connection and of the mail server, which have a `code`
 */
export async function sendMail(egress: Egress, target: MailTarget, message: Message): Promise<string> {
  const { host, port, tls, username, password, from, to } = target;
  const socket = await connectTo(target, egress);
  using _watched = watch(socket);
  const transport = createTransport({
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "off",
    ...(username === null || password === null ? {} : { auth: { user: username, pass: password } }),
    ...(isIP(host) === 0 ? { tls: { servername: host } } : {}),
    greetingTimeout: mostMs,
    socketTimeout: mostMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    connection: socket,
  });
  try {
    const { response } = await transport.sendMail({
      from,
      to,
      subject: titleOf(message),
      text: textOf(message),
      // The same in every attempt, so that a mail program shows a repeated one once.
      messageId: `<${message.id}@ferrule>`,
      headers: { "auto-submitted": "auto-generated" },
    });
    return `SMTP ${/^\d{3}/.exec(response)?.[0] ?? "250"}`;
  } finally {
    transport.close();
  }
}
