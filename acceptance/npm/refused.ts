/** A package that is refused when somebody adds it, with the refusal's text. */
export interface RefusedPackage {
  name: string;
  version: string;
  says: RegExp;
  /** A description for the documentation, if the list of well-known packages lacks the package. */
  why?: string;
}

export const refusedByTest: RefusedPackage[] = [
  { name: "pg", version: "8.13.1", says: /network connections of its own.*PostgREST/ },
  { name: "sharp", version: "0.33.5", says: /native code.*image service/ },
  { name: "puppeteer", version: "23.9.0", says: /programs or threads.*rendering service/ },
  { name: "bcrypt", version: "5.1.1", says: /native code.*bcryptjs/ },
  { name: "google-auth-library", version: "9.15.0", says: /programs or threads.*`jose`/ },
  { name: "@googleapis/drive", version: "8.14.0", says: /programs or threads.*`jose`/ },
  {
    name: "tcp-port-used",
    version: "1.0.2",
    says: /needs Node's module .{0,3}net.{0,4} it opens network connections of its own/,
    why: "it opens network connections of its own, and nothing but looking at it told that.",
  },
  {
    name: "microtime",
    version: "3.1.1",
    says: /native code/,
    why: "it runs native code, and nothing but looking at it told that.",
  },
];
