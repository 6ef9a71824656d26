import { AssertionError } from "./assertion-error.ts";
import { asymmetric } from "./asymmetric.ts";
import { matchers, thrown, type Matcher, type MatcherName, type Thrown, type Verdict } from "./matchers.ts";
import { showShortly } from "./show.ts";

/** The comparisons of the present test. */
const counts = { made: 0, wanted: undefined as number | undefined, someWanted: false };

/** Forgets the comparisons of the test before. */
export function beginComparisons(): void {
  counts.made = 0;
  counts.wanted = undefined;
  counts.someWanted = false;
}

/** @throws AssertionError when the test has made other comparisons than it has announced */
export function endComparisons(): void {
  const { made, wanted, someWanted } = counts;
  if (wanted !== undefined && made !== wanted)
    throw new AssertionError(`expected ${wanted} comparisons, but ${made} were made`);
  if (someWanted && made === 0) throw new AssertionError("expected at least one comparison, but none was made");
}

interface Subject {
  actual: unknown;
  message: string | undefined;
  isNot: boolean;
}

/** @throws AssertionError, with the stack of whoever called `from` */
function judge({ actual, message, isNot }: Subject, { passed, told, compared }: Verdict, from: Function): void {
  counts.made += 1;
  if (passed !== isNot) return;
  const said = `expected ${showShortly(actual)} ${isNot ? "not " : ""}to ${told}`;
  const error = new AssertionError(message === undefined ? said : `${message}: ${said}`, isNot ? undefined : compared);
  (Error as unknown as { captureStackTrace: (error: Error, from: Function) => void }).captureStackTrace(error, from);
  throw error;
}

type Settled = { value: unknown } | { error: unknown };

const settledOf = async (promise: unknown): Promise<Settled> => {
  const given = typeof promise === "function" ? (promise as () => unknown)() : promise;
  return Promise.resolve(given).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
};

const names = Object.keys(matchers) as MatcherName[];
const isThrow = (name: MatcherName) => name === "toThrow" || name === "toThrowError";

/** The matchers for a value that is there. */
function present(subject: Subject): object {
  const made: Record<string, unknown> = {};
  for (const name of names) {
    const run = matchers[name] as Matcher;
    const compare = (...args: never[]): void => judge(subject, run(subject.actual, ...args), compare);
    made[name] = compare;
  }
  return made;
}

/** The matchers for the outcome of a promise. */
function awaited(subject: Subject, wanted: "resolves" | "rejects"): object {
  const made: Record<string, unknown> = {};
  for (const name of names) {
    const run = matchers[name] as Matcher;
    const compare = async (...args: never[]): Promise<void> => {
      const asked = new AssertionError("");
      const settled = await settledOf(subject.actual);
      try {
        const isRejected = "error" in settled;
        const outcome = isRejected ? settled.error : settled.value;
        if (isRejected !== (wanted === "rejects")) {
          const told = isRejected ? "to resolve, but it was rejected" : "to be rejected, but it resolved";
          throw new AssertionError(`expected a promise ${told}: ${showShortly(outcome)}`);
        }
        const actual = { ...subject, actual: outcome };
        const verdict =
          isThrow(name) && isRejected
            ? thrown({ threw: true, error: outcome }, ...(args as unknown as [Thrown?]))
            : run(outcome, ...args);
        judge(actual, verdict, compare);
      } catch (error) {
        // The stack of the comparison, and not that of the promise.
        if (error instanceof AssertionError) error.stack = stackOf(error, asked);
        throw error;
      }
    };
    made[name] = compare;
  }
  return made;
}

const stackOf = ({ name, message }: Error, { stack = "" }: Error): string => {
  const frames = stack.indexOf("\n");
  return `${name}: ${message}${frames < 0 ? "" : stack.slice(frames)}`;
};

function expectation(actual: unknown, message?: string): object {
  const subject = { actual, message, isNot: false };
  const not = { ...subject, isNot: true };
  return Object.assign(present(subject), {
    not: present(not),
    resolves: Object.assign(awaited(subject, "resolves"), { not: awaited(not, "resolves") }),
    rejects: Object.assign(awaited(subject, "rejects"), { not: awaited(not, "rejects") }),
  });
}

/** `expect` of `ferrule/test`. */
export const expect = Object.assign(expectation, asymmetric, {
  assertions(wanted: number): void {
    counts.wanted = wanted;
  },
  hasAssertions(): void {
    counts.someWanted = true;
  },
  fail(message = "the test was failed"): never {
    throw new AssertionError(message);
  },
});
