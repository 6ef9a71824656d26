import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A message of the provider's process. */
type Said = { issuer: string } | { done: true };

/** The company's provider, in a separate process. */
export interface CompanyProvider extends AsyncDisposable {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Disables an account at the provider. */
  disable: (account: string) => Promise<void>;
}

/** Starts it for these addresses of Ferrule. */
export async function startCompanyProvider(addresses: {
  redirect: string;
  signedOut: string;
  backchannelLogout: string;
}): Promise<CompanyProvider> {
  const { redirect, signedOut, backchannelLogout } = addresses;
  const program = join(import.meta.dirname, "company-provider-program.mjs");
  const child = fork(program, [redirect, signedOut, backchannelLogout], { stdio: "ignore" });
  const said = async () => ((await once(child, "message")) as [Said])[0];
  const first = await said();
  return {
    issuer: "issuer" in first ? first.issuer : "",
    clientId: "ferrule",
    clientSecret: "a client secret of the company's provider",
    async disable(account) {
      const done = said();
      child.send({ disable: account });
      await done;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}
