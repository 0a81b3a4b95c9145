/** Where a lane's page is. */
export function laneAddress(serviceId: string): string {
  return `/lanes/${encodeURIComponent(serviceId)}`;
}
