import { environments, type Environment } from "@ferrule/contract/states.ts";
import { Option } from "commander";

export interface EnvironmentOption {
  env: Environment;
}

/** `--env development|production`. */
export const environmentOption = (description = "the environment"): Option =>
  new Option("--env <environment>", description).choices(environments);
