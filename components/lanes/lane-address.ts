/** Where lanes are made; no service id is like this. */
export const NEW_LANE = "/lanes/~new";

/** Where a lane's page is. */
export function laneAddress(serviceId: string): string {
  return `/lanes/${encodeURIComponent(serviceId)}`;
}

/** Where a lane's settings are changed. */
export function laneSettingsAddress(serviceId: string): string {
  return `${laneAddress(serviceId)}/settings`;
}
