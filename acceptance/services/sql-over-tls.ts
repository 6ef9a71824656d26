import assert from "node:assert/strict";
import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import { databasesOf, openCall, refusal } from "../databases/open-call.ts";
import type { Check } from "./check.ts";

interface TlsServer {
  /** `PostgreSQL 15.14` */
  name: string;
  kind: OpenedConnection["kind"];
  /** The name in its certificate. */
  url: string;
  certificate: string;
}

const encrypted = {
  postgresql: (sql: ReturnType<typeof openCall>["sql"]) =>
    sql`select ssl::text as how from pg_stat_ssl where pid = pg_backend_pid()`,
  mysql: (sql: ReturnType<typeof openCall>["sql"]) =>
    sql`select variable_value as how from information_schema.session_status where variable_name = ${"Ssl_version"}`,
};
const plain = { postgresql: "false", mysql: "" };

/** Checks the TLS promises of `ctx.sql` on a server whose certificate comes from a company's own authority. */
export function tlsChecks({ name, kind, url, certificate }: TlsServer): Check[] {
  const wrongName = url.replace(/@[^:/]+/, "@other.test");
  const ask = async (settings: Partial<OpenedConnection>): Promise<string> => {
    const { databases, calls } = databasesOf({ kind, url, ...settings });
    await using _ = databases;
    const call = openCall(calls);
    const { rows } = await encrypted[kind](call.sql).finally(call.end);
    const how = rows[0]?.["how"];
    return typeof how === "string" ? how : "";
  };
  const refused = async (settings: Partial<OpenedConnection>, why: RegExp): Promise<undefined> => {
    const { code, message } = await refusal(ask(settings));
    assert.deepEqual([code, why.test(message)], ["UNAVAILABLE", true], message);
    assert.doesNotMatch(message, /password/i);
  };
  const authority = { caCertificate: certificate };
  return [
    {
      name: `${name}: verified against a private authority, the connection is encrypted`,
      run: async () => {
        const how = await ask({ tls: "verify", ...authority });
        assert.notEqual(how, plain[kind]);
        return kind === "mysql" ? how : undefined;
      },
    },
    {
      name: `${name}: without that authority the certificate is refused`,
      run: () => refused({ tls: "verify" }, /certificate/i),
    },
    {
      name: `${name}: a certificate for another host name is refused`,
      run: () => refused({ tls: "verify", url: wrongName, ...authority }, /certificate|host/i),
    },
    {
      name: `${name}: "require" encrypts without verifying`,
      run: async () => {
        assert.notEqual(await ask({ tls: "require", url: wrongName }), plain[kind]);
        return undefined;
      },
    },
    {
      name: `${name}: "off" does not encrypt`,
      run: async () => {
        assert.equal(await ask({ tls: "off" }), plain[kind]);
        return undefined;
      },
    },
  ];
}
