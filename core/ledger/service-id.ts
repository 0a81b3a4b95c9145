/** The placeholder for a ledger without services: Sawtooth, when the lane has no name of its own. */
export const NO_SERVICE_ID = "----";

/** The most characters of any service id. */
export const LONGEST_SERVICE_ID = 63;

const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;
const CIRCUIT_LENGTH = 11;
const SEPARATOR = "::";
const LEAST_LENGTH = CIRCUIT_LENGTH + SEPARATOR.length + 1;
const ADMIN_CIRCUIT = "00000-00000";

/** A scabbard service, by the two parts of its address. */
export type SplinterId = { readonly circuit: string; readonly service: string };

/** A service id read from text; `invalid` says why it is not one, as a clause. */
export type ServiceIdReading =
  | { readonly kind: "placeholder"; readonly serviceId: string }
  | { readonly kind: "slug"; readonly serviceId: string }
  | ({ readonly kind: "splinter"; readonly serviceId: string } & SplinterId)
  | { readonly kind: "invalid"; readonly message: string };

/**
 * Reads the name of a lane: a slug (`maps-1`, at most 63 lower-case letters, digits and hyphens), a Splinter id
 * (`01234-ABCDE::gsAA`) or the placeholder `----`. Case matters. A lane on scabbard needs the kind `splinter`.
 * Source: Splinter's identifiers of circuits and services.
 */
export function readServiceId(text: string): ServiceIdReading {
  if (text === NO_SERVICE_ID) return { kind: "placeholder", serviceId: text };
  if (SLUG.test(text)) return { kind: "slug", serviceId: text };
  return readSplinterId(text);
}

/**
 * Reads a Splinter id only: a circuit of 11 characters, `::`, and a service of ASCII letters and digits; 14 to 63 in
 * all.
 */
export function readSplinterId(text: string): Extract<ServiceIdReading, { kind: "splinter" | "invalid" }> {
  const message = findFault(text);
  if (message !== undefined) return { kind: "invalid", message };
  const circuit = text.slice(0, CIRCUIT_LENGTH);
  return { kind: "splinter", serviceId: text, circuit, service: text.slice(LEAST_LENGTH - 1) };
}

/** The parts of a Splinter id; undefined when the text is not one. */
export function splitSplinterId(text: string): SplinterId | undefined {
  const reading = readSplinterId(text);
  return reading.kind === "splinter" ? { circuit: reading.circuit, service: reading.service } : undefined;
}

/** Why a circuit's id cannot be used, as a clause; undefined when it can. */
export function findCircuitFault(circuit: string): string | undefined {
  if (circuit.length !== CIRCUIT_LENGTH)
    return `incorrect length of ${circuit.length}, expected ${CIRCUIT_LENGTH}`;
  if (!/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/.test(circuit))
    return "invalid characters, expected ASCII alphanumeric characters separated with a dash ('-')";
  return circuit === ADMIN_CIRCUIT ? "it is reserved for administration" : undefined;
}

function findFault(text: string): string | undefined {
  if (text.length < LEAST_LENGTH)
    return `incorrect length of ${text.length}, expected at least ${LEAST_LENGTH}`;
  if (text.length > LONGEST_SERVICE_ID)
    return `incorrect length of ${text.length}, expected at most ${LONGEST_SERVICE_ID}`;
  if (!text.startsWith(SEPARATOR, CIRCUIT_LENGTH))
    return `separator '${SEPARATOR}' not found at position ${CIRCUIT_LENGTH} of string`;
  const fault = findCircuitFault(text.slice(0, CIRCUIT_LENGTH));
  if (fault !== undefined) return `invalid circuit id part: ${fault}`;
  if (!/^[A-Za-z0-9]+$/.test(text.slice(LEAST_LENGTH - 1)))
    return "invalid service id part: invalid characters, expected ASCII alphanumeric";
  return undefined;
}
