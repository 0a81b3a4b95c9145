const PREFIX = /^\/ingest(?=[/?]|$)/;
/** Addresses that keep their place once the prefix is removed; all others are below /poster. */
const KEPT = /^\/(?:poster|object\/(?:ingest|update))(?=[/?]|$)/;

/**
 * The address without the name Merritt's servers give their ingest service: `/ingest/poster/submit` is `/poster/submit`,
 * and so is `/ingest/submit`, as there. Others stay as they are. Source: docs/reference/merritt-api.md, "Addresses".
 */
export function withoutIngest(address: string): string {
  if (!PREFIX.test(address)) return address;
  const rest = address.replace(PREFIX, "");
  return KEPT.test(rest) ? rest : `/poster${rest}`;
}
