import type { Attack } from "./attack.ts";

/** Attempts to escape, which must lead nowhere. */
export const escapeAttacks: Attack[] = [
  { name: "absent globals", expect: { returns: [] } },
  { name: "the constructor's constructor", expect: { returns: Array.from({ length: 9 }, () => "undefinedundefined") } },
  { name: "the caller of a platform function", expect: { returns: false } },
  { name: "eval and new Function stay inside", expect: { returns: [7, 7, "string"] } },
  { name: "import() of a built-in module", expect: { returns: "refused" } },
  { name: "import.meta", expect: { returns: [] } },
  { name: "an error of the engine bears no paths", expect: { returns: false } },
  { name: "a host error bears no paths", expect: { returns: ["EGRESS_DENIED", false] } },
  { name: "the classes of the platform cannot be made by hand", expect: { returns: ["TypeError", "TypeError"] } },
  { name: "WebAssembly through a constructor", expect: { returns: "ReferenceError" } },
  { name: "shared memory through a typed array", expect: { returns: "ReferenceError" } },
  { name: "environment and clock tell nothing of the host", expect: { returns: [true, true, 0, "Ferrule"] } },
];
