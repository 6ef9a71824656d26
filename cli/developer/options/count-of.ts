import { InvalidArgumentError } from "commander";

/** Reads a whole number from 0 to `most` from the command line. */
export const countOf =
  (most: number) =>
  (given: string): number => {
    const count = /^\d{1,9}$/.test(given) ? Number(given) : NaN;
    if (count <= most) return count;
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${most}.`);
  };
