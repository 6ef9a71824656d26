export { countAlerts } from "./count-alerts.ts";
export { getAlertBounds, getAlertSettings, listAlerts } from "./reads.ts";
export { updateAlertBounds } from "./update-alert-bounds.ts";
export { updateAlertSettings } from "./update-alert-settings.ts";
export { createAlertChannel } from "./channels/create-alert-channel.ts";
export { deleteAlertChannel } from "./channels/delete-alert-channel.ts";
export { getAlertChannel, listAlertChannels, listAlertMessages } from "./channels/reads.ts";
export { testAlertChannel } from "./channels/test-alert-channel.ts";
export { updateAlertChannel } from "./channels/update-alert-channel.ts";
