import { FunctionError } from "ferrule";

/** Fails on purpose. */
export default async function errorHandling(): Promise<never> {
  throw new FunctionError("INTENTIONAL", "This tool intentionally returns an error for testing");
}
