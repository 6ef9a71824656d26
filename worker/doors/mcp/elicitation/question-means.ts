import { identifier } from "@ferrule/kit/identifier.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { AdmittedCall } from "../../../calls/admission/function-call.ts";
import type { ControlPlaneClient } from "../../../ground/control-plane-client/control-plane-client.ts";
import { mostAnswerChars } from "@ferrule/contract/internal/questions.ts";
import { placeOf } from "../../http-api/idempotency/idempotency-key.ts";
import { OpenQuestions } from "./open-questions.ts";
import { createSealer, type Sealer } from "./sealer.ts";

type Client = Pick<ControlPlaneClient, "spendQuestion" | "giveBackQuestion" | "handAnswer" | "takeAnswers">;

/** What the questions of all calls share. */
export interface QuestionMeans {
  sealer: Sealer;
  open: OpenQuestions;
  /** Uses the id of an answered state, once in the installation. Null: we do not learn whether it was used. */
  spend: (projectId: string, id: string) => Promise<Spending | null>;
  /** The JSON-RPC id of a question on this worker's stream, for its caller only. */
  idOf: (admitted: AdmittedCall, id: string) => string;
  /** Takes a response that a client has posted, and hands it to the worker that waits for it. */
  take: (admitted: AdmittedCall, message: Record<string, unknown>) => Promise<"taken" | "unknown" | "silent">;
}

export interface Spending {
  isFirst: boolean;
  /** Makes the id usable again, because nothing has run. */
  giveBack: () => void;
}

interface Options {
  tokens: readonly string[];
  workerId: string;
  client: Client;
  log: Log;
}

const callMs = 5_000;
/** The longest id that `idOf` makes. */
const mostIdChars = 1_000;
const retryMs = 500;

const boundTo = (admitted: AdmittedCall) => placeOf(admitted, "question", admitted.caller.subject ?? "");

/**
 * Asks the control plane for answers that other workers have received, as long as a question is open here. An answer is
 * removed there with the next request, so that none is lost on the way.
 */
class TakenAnswers {
  readonly #options: Options;
  readonly #sealer: Sealer;
  #isAsking = false;
  isClosed = false;

  constructor(options: Options, sealer: Sealer) {
    this.#options = options;
    this.#sealer = sealer;
  }

  /** Begins to ask, unless it does so already. */
  follow(open: OpenQuestions): void {
    if (this.#isAsking || this.isClosed) return;
    this.#isAsking = true;
    const { log } = this.#options;
    unwaited(this.#ask(open), (err) => log.error({ err }, "answers of clients cannot be taken"));
  }

  async #ask(open: OpenQuestions): Promise<void> {
    const { client, workerId, log } = this.#options;
    let taken: string[] = [];
    while ((open.size > 0 || taken.length > 0) && !this.isClosed) {
      try {
        const { answers } = await client.takeAnswers({ body: { workerId, taken, wait: open.size > 0 } });
        taken = answers.map(({ id }) => id);
        for (const { id, answer } of answers) {
          const text = this.#sealer.open(answer, `answer:${id}`);
          if (text !== null) open.answer(id, text);
        }
      } catch (err) {
        log.warn({ err }, "could not ask for the answers of clients");
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
    this.#isAsking = false;
  }
}

/** Opens what the questions of a worker's calls need. `drain` ends all waiting, for good. */
export function openQuestions(options: Options): QuestionMeans & { drain: () => void } {
  const { tokens, workerId, client, log } = options;
  const sealer = createSealer(tokens, "mcp-questions");
  const answers = new TakenAnswers(options, sealer);
  const open = new OpenQuestions(() => answers.follow(open));

  async function hand(projectId: string, to: { id: string; workerId: string }, text: string) {
    if (to.workerId === workerId) return open.answer(to.id, text) ? "taken" : "unknown";
    const answer = sealer.seal(text, `answer:${to.id}`);
    try {
      await client.handAnswer({ body: { projectId, ...to, answer }, timeoutMs: callMs });
      return "taken";
    } catch (err) {
      log.warn({ err }, "could not hand on the answer of a client");
      return "silent";
    }
  }

  return {
    sealer,
    open,
    idOf: (admitted, id) => sealer.seal(JSON.stringify({ id, workerId }), boundTo(admitted)),
    async take(admitted, message) {
      const { id, result, error } = message;
      const named = typeof id === "string" && id.length <= mostIdChars ? sealer.open(id, boundTo(admitted)) : null;
      if (named === null) return "unknown";
      const to = JSON.parse(named) as { id: string; workerId: string };
      const text = JSON.stringify(error === undefined ? { result } : { failed: true });
      // Nobody fills in so much.
      return hand(admitted.endpoint.projectId, to, text.length > mostAnswerChars ? `{"result":null}` : text);
    },
    async spend(projectId, id) {
      const claim = identifier("claim");
      try {
        const { isFirst } = await client.spendQuestion({ body: { projectId, id, claim }, timeoutMs: callMs });
        const failed = (err: unknown) => log.warn({ err }, "could not give back the question of a call");
        const giveBack = () =>
          unwaited(client.giveBackQuestion({ body: { projectId, id, claim }, timeoutMs: callMs }), failed);
        return { isFirst, giveBack };
      } catch (err) {
        log.warn({ err }, "could not learn whether a question was answered before");
        return null;
      }
    },
    drain() {
      answers.isClosed = true;
      open.close();
    },
  };
}
