import type { Policy } from "../policy-sentence.ts";

export type Key = Policy["apiKeys"][number];
