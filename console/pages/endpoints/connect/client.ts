/** The values that a client's setup needs. */
export interface Target {
  /** The client's name for the server: the endpoint's slug. */
  name: string;
  url: string;
  /** Null when the client sends none. */
  key: string | null;
  /** The endpoint admits who signs in, or has a token of its issuer. */
  signsIn: boolean;
}

export interface Step {
  title: string;
  text: string;
}

export interface Client {
  id: string;
  label: string;
  /** What to know beforehand. */
  note?: string;
  /** What it can use to get in. */
  supports: { signIn: boolean; key: boolean };
  /** It calls from its vendor's machines, so that the address must be open to the internet. */
  isHosted?: true;
  /** What to do by hand. The steps below have what is copied. */
  guide?: (target: Target) => readonly string[];
  steps: (target: Target) => Step[];
  /** Opens the client with everything filled in. */
  link?: { label: string; href: (target: Target) => string };
}
