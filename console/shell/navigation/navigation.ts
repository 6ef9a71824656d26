import {
  Activity,
  Bell,
  Braces,
  Boxes,
  Cable,
  ChartColumn,
  CalendarClock,
  ClipboardList,
  Database,
  Eye,
  Footprints,
  Gauge,
  Inbox,
  KeyRound,
  LayoutTemplate,
  Library,
  Plug,
  Rocket,
  Settings,
  ShieldQuestion,
  SquareFunction,
  UserCheck,
  Users,
  Zap,
  type LucideIcon,
} from "lucide-react";

export interface NavigationEntry {
  label: string;
  to:
    | "/"
    | "/functions"
    | "/endpoints"
    | "/access"
    | "/libraries"
    | "/templates"
    | "/secrets"
    | "/connections"
    | "/deployments"
    | "/previews"
    | "/executions"
    | "/runs"
    | "/approvals"
    | "/alerts"
    | "/deliveries"
    | "/crons"
    | "/data"
    | "/cache"
    | "/usage"
    | "/audit"
    | "/users"
    | "/management-api"
    | "/settings";
  icon: LucideIcon;
  /** The key after `g`. */
  key?: string;
}

/** Every page of the console, in the order of the sidebar. */
export const navigation: readonly { title: string | null; entries: readonly NavigationEntry[] }[] = [
  { title: null, entries: [{ label: "Dashboard", to: "/", icon: Gauge, key: "h" }] },
  {
    title: "Build",
    entries: [
      { label: "Functions", to: "/functions", icon: SquareFunction, key: "f" },
      { label: "Endpoints", to: "/endpoints", icon: Plug, key: "e" },
      { label: "Who can call", to: "/access", icon: ShieldQuestion },
      { label: "Secrets", to: "/secrets", icon: KeyRound, key: "s" },
      { label: "Connections", to: "/connections", icon: Cable },
      { label: "Libraries", to: "/libraries", icon: Library },
      { label: "Templates", to: "/templates", icon: LayoutTemplate },
    ],
  },
  {
    title: "Run",
    entries: [
      { label: "Deployments", to: "/deployments", icon: Rocket, key: "d" },
      { label: "Previews", to: "/previews", icon: Eye },
      { label: "Executions", to: "/executions", icon: Activity, key: "x" },
      { label: "Runs", to: "/runs", icon: Footprints, key: "r" },
      { label: "Approvals", to: "/approvals", icon: UserCheck, key: "p" },
      { label: "Deliveries", to: "/deliveries", icon: Inbox },
      { label: "Cron", to: "/crons", icon: CalendarClock },
      { label: "Alerts", to: "/alerts", icon: Bell },
      { label: "Usage", to: "/usage", icon: ChartColumn },
    ],
  },
  {
    title: "Store",
    entries: [
      { label: "Data", to: "/data", icon: Database },
      { label: "Cache", to: "/cache", icon: Zap },
    ],
  },
  {
    title: "Installation",
    entries: [
      { label: "Audit", to: "/audit", icon: ClipboardList, key: "a" },
      { label: "Users", to: "/users", icon: Users },
      { label: "Settings", to: "/settings", icon: Settings },
      { label: "Management API", to: "/management-api", icon: Braces },
    ],
  },
];

export const projectIcon = Boxes;
