import { useId, type ReactNode } from "react";
import { fromClass } from "../from-class.ts";

interface BoxProps {
  isChecked: boolean;
  /** Some of what it stands for is checked. */
  isMixed?: boolean;
  label: string;
  /** The element whose text belongs to its name. */
  nameId?: string;
  onPress: (isRange: boolean) => void;
}

/** A checkbox as large as its cell. The name is its label, and then the text of another element. */
function Box({ isChecked, isMixed = false, label, nameId, onPress }: BoxProps) {
  const id = useId();
  return (
    <label className="grid h-9 cursor-pointer place-items-center">
      <input
        id={id}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        type="checkbox"
        className="cursor-pointer"
        aria-label={label}
        aria-labelledby={nameId === undefined ? undefined : `${id} ${nameId}`}
        checked={isChecked}
        onChange={({ nativeEvent }) => onPress("shiftKey" in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  );
}

/** Its width; narrow screens have no room for it. */
const cellClasses = `w-10 p-0 ${fromClass.sm}`;

/** The cell that chooses a row, named by the row's first cell. */
export const CheckCell = ({ nameId, ...box }: Pick<BoxProps, "isChecked" | "onPress"> & { nameId: string }) => (
  <td
    className={cellClasses}
    // With Shift, the browser would mark the text between two presses.
    onMouseDown={(event) => event.shiftKey && event.preventDefault()}
  >
    <Box {...box} label="Select" nameId={nameId} />
  </td>
);

/** The cell in the head that chooses every row, or gives all of them up. */
export const CheckHead = (box: Pick<BoxProps, "isChecked" | "isMixed" | "onPress">): ReactNode => (
  <th scope="col" className={cellClasses}>
    <Box {...box} label="Select all" />
  </th>
);
