import { PackageCheck, Rocket, TriangleAlert } from "lucide-react";
import { Section } from "../../components/section.tsx";
import { Button } from "../../components/button/button.tsx";
import { LinkButton } from "../../components/button/link-button.tsx";
import { Note } from "../../components/note.tsx";
import type { AnswerOf } from "../../api/use-operation.ts";
import { ContentList } from "./content-list.tsx";
import { RequiredSecrets } from "./required-secrets.tsx";

/** What an installation created, what it still lacks, and the next step. */
export function Installed({ answer, onAgain }: { answer: AnswerOf<"installTemplate">; onAgain: () => void }) {
  const { created, missingSecrets } = answer;
  return (
    <div className="grid gap-5">
      <Note role="status" tone="good" icon={PackageCheck} title="Installed">
        Installed as drafts. Callers see it after the next deployment.
      </Note>
      <Section title="What was created">
        <ContentList label="What was created" contents={created} />
      </Section>
      {missingSecrets.length > 0 && (
        <section className="grid gap-2">
          <h3 className="flex items-center gap-1.5 text-sm font-semibold">
            <TriangleAlert aria-hidden size={15} className="text-warn" />
            Still missing
          </h3>
          <RequiredSecrets names={missingSecrets} />
        </section>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onAgain}>Install another</Button>
        <LinkButton to="/deployments" kind="primary" icon={Rocket}>
          Continue to deploy
        </LinkButton>
      </div>
    </div>
  );
}
