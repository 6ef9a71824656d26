import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { IconButton } from "../../../../components/button/button.tsx";

interface RuleHeaderProps {
  /** `rule 1`, for the names of the buttons. */
  name: string;
  sentence: string;
  /** The rule's index, from 0. */
  place: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** A rule in a sentence, with the buttons that move and remove it. */
export const RuleHeader = ({ name, sentence, place, count, onMove, onRemove }: RuleHeaderProps) => (
  <div className="flex items-start gap-1">
    <p className="min-w-0 flex-1 text-sm break-words">
      <strong className="font-semibold">{place + 1}.</strong> {sentence}
    </p>
    <IconButton
      data-mover={`${place}-up`}
      size="sm"
      icon={ArrowUp}
      label={`Move ${name} up`}
      disabledReason={place === 0 ? "It is the first one." : null}
      onClick={() => onMove(place - 1)}
    />
    <IconButton
      data-mover={`${place}-down`}
      size="sm"
      icon={ArrowDown}
      label={`Move ${name} down`}
      disabledReason={place === count - 1 ? "It is the last one." : null}
      onClick={() => onMove(place + 1)}
    />
    <IconButton size="sm" icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
  </div>
);
