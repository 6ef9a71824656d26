import type { Handlers } from "../../ground/handler/handler.ts";
import { countFiring } from "./queries/alerts.ts";

export const countAlerts: Handlers["countAlerts"] = ({ scope }) => countFiring(scope);
