/** The values that a client's setup needs. */
export interface Target {
  /** The server's name in the client: the endpoint's slug. */
  name: string;
  url: string;
  /** Null if the client sends none. */
  key: string | null;
  /** The endpoint admits people who sign in, or tokens of its issuers. */
  signsIn: boolean;
}

export interface Step {
  title: string;
  text: string;
}

export interface Client {
  id: string;
  label: string;
  /** Text to read before the first step. */
  note?: string;
  /** The credentials that it supports. */
  supports: { signIn: boolean; key: boolean };
  /** It calls from its vendor's machines, so the address must be reachable from the internet. */
  isHosted?: true;
  /** How it shows resources and prompts, by its own documentation; `name`: the server's name in it. */
  shows?: (name: string) => readonly string[];
  /** The manual steps. The steps below them contain what to copy. */
  guide?: (target: Target) => readonly string[];
  steps: (target: Target) => Step[];
  /** It installs a bundle (MCPB), which the page offers. */
  hasBundle?: true;
  /** Opens the client with all values filled in. `asking` has no key: the client asks for it by itself. */
  link?: { label: string; href: (target: Target) => string; asking?: (target: Target) => string };
}
