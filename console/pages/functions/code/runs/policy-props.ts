import type { RunPolicy } from "@ferrule/contract/resources/run.ts";

/** A part of the form of how a durable Function's runs go. */
export interface PolicyProps {
  value: RunPolicy;
  onChange: (next: RunPolicy) => void;
}
