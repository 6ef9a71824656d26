import { Copy, Ellipsis, Pencil, Plus, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../components/button/button.tsx";
import { CopyButton } from "../../components/button/copy-button.tsx";
import { Keys } from "../../components/keyboard/keys.tsx";
import { LinkButton } from "../../components/button/link-button.tsx";
import { Menu } from "../../components/overlay/menu.tsx";
import { Segmented } from "../../components/button/segmented.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Row, Samples } from "./sample.tsx";

const nothing = () => undefined;
const ranges = [
  { value: "1h", label: "1 hour" },
  { value: "24h", label: "24 hours" },
  { value: "7d", label: "7 days" },
] as const;

const Buttons = () => (
  <Samples title="Buttons">
    <Row>
      <Button kind="primary" icon={Plus}>
        Create
      </Button>
      <Button>Cancel</Button>
      <Button kind="quiet">Dismiss</Button>
      <Button kind="danger">Delete</Button>
      <Button kind="production">Release</Button>
      <LinkButton to="/design">A link</LinkButton>
    </Row>
    <Row>
      <Button kind="primary" busy>
        Saving
      </Button>
      <Button kind="primary" disabledReason="Your role (Operator) does not allow this. Owner or Admin can.">
        Disabled, with its reason
      </Button>
      <Button size="sm" icon={RotateCw}>
        Small
      </Button>
      <IconButton icon={Pencil} label="Edit" />
      <IconButton icon={Trash2} label="Delete" disabledReason="It is still in use." />
      <CopyButton text="Ferrule" />
    </Row>
  </Samples>
);

const menu = [
  {
    title: "Function",
    entries: [
      { label: "Rename", icon: Pencil, onSelect: nothing },
      { label: "Duplicate", icon: Copy, hint: "d", onSelect: nothing },
    ],
  },
  {
    entries: [
      { label: "Delete", icon: Trash2, danger: true, disabledReason: "Two endpoints use it.", onSelect: nothing },
    ],
  },
];

/** Buttons, menus, tabs. */
export function ControlSamples({ theme }: { theme: string }) {
  const [tab, setTab] = useState<"overview" | "keys" | "try">("overview");
  const [range, setRange] = useState<"1h" | "24h" | "7d">("24h");
  return (
    <>
      <Buttons />
      <Samples title="Menu, choice, tabs, keys">
        <Row>
          <Menu
            align="start"
            trigger={
              <Button icon={Ellipsis} aria-label={`Actions, ${theme}`}>
                Actions
              </Button>
            }
            groups={menu}
          />
          <Segmented label={`Sample range, ${theme}`} value={range} choices={ranges} onChange={setRange} />
          <Keys keys="Mod+k" />
          <Keys keys="g f" />
        </Row>
        <Tabs
          label={`Sample tabs, ${theme}`}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "overview", label: "Overview", content: <p className="text-sm">What there is.</p> },
            { value: "keys", label: "Keys", count: 3, content: <p className="text-sm">Who may call.</p> },
            { value: "try", label: "Try it", content: <p className="text-sm">A call from here.</p> },
          ]}
        />
      </Samples>
    </>
  );
}
