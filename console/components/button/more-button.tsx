import { classNames } from "../class-names.ts";
import { Button } from "./button.tsx";

interface MoreButtonProps {
  hasMore: boolean;
  more: (() => void) | undefined;
  className?: string;
}

/** Loads the next page of a list, if there is one. Pass it the result of `usePages`. */
export const MoreButton = ({ hasMore, more, className }: MoreButtonProps) =>
  hasMore && (
    <div className={classNames("flex justify-center", className)}>
      <Button kind="quiet" size="sm" onClick={more}>
        Show more
      </Button>
    </div>
  );
