/** `wait_code` of a job that stays Pending because the whole intake is held. */
export const INTAKE_HELD = "intake_paused";
