import type { LaneBackend } from "../../core/lane/backends.ts";
import { LaneSettings } from "../../core/lane/settings.ts";
import { readSpan, writeSpan } from "./span.model.ts";

export const STANDARD = LaneSettings.parse({});

export type SettingName = Exclude<keyof LaneSettings, "afterInvalid" | "startsWhen">;
type Field = {
  readonly name: SettingName;
  readonly label: string;
  readonly hint: string;
  /** A number from 1 to this; without it a time. */
  readonly most?: number;
};
export type FieldGroup = { readonly title: string; readonly fields: readonly Field[] };

/** A lane's settings as a form has them, all but what follows a refusal and when a batch begins. */
export const LEDGER_FIELDS: readonly FieldGroup[] = [
  {
    title: "Submission",
    fields: [
      {
        name: "delayWindowMs",
        label: "Delay window",
        hint: "From the last of the tries to the next submission.",
      },
      { name: "postTimeoutMs", label: "Time-out of a call", hint: "One submission is cut off after this." },
      {
        name: "settleMs",
        label: "Settling",
        hint: "How long a call that was cut off may still have an effect: the ledger's own time-outs.",
      },
      {
        name: "tries",
        label: "Tries",
        hint: "Per submission, while the ledger is busy or its answers are unreliable.",
        most: 100,
      },
      { name: "pauseFirstMs", label: "First pause", hint: "Between two tries." },
      { name: "pauseStepMs", label: "Increase per try", hint: "Added to the pause with each try." },
      {
        name: "retryAfterMostMs",
        label: "Longest Retry-After",
        hint: "Even if the ledger asks for a longer wait.",
      },
    ],
  },
  {
    title: "Questions to the ledger",
    fields: [
      {
        name: "pollFirstMs",
        label: "First pause between questions",
        hint: "Doubles with each question.",
      },
      { name: "pollMostMs", label: "Longest pause between questions", hint: "The slowest pace." },
      { name: "askTimeoutMs", label: "Time-out of a question", hint: "One question is given up after this." },
      {
        name: "graceMs",
        label: "Grace time",
        hint: "How long a ledger must have forgotten an accepted batch before Waybill believes it.",
      },
      {
        name: "graceAnswers",
        label: "Grace answers",
        hint: "And how many answers in a row must say so.",
        most: 1_000_000,
      },
      {
        name: "haltAfterForgotten",
        label: "Halt after forgetting",
        hint: "How often the ledger may take and forget the same batch before the lane halts.",
        most: 1_000,
      },
    ],
  },
  {
    title: "Alarms",
    fields: [
      { name: "stuckPendingMs", label: "Long Pending after", hint: "An alarm that needs no action yet." },
      { name: "alarmPendingMs", label: "Stuck Pending after", hint: "An operator checks the ledger." },
      { name: "stuckValidMs", label: "Stuck Valid after", hint: "Found valid but not committed." },
    ],
  },
];

/** What of it a lane of the repository has. */
const REPOSITORY_FIELDS: readonly FieldGroup[] = [
  {
    title: "Submission",
    fields: [
      {
        name: "delayWindowMs",
        label: "Delay window",
        hint: "Before full working storage is checked again.",
      },
    ],
  },
];

export function fieldsOf(backend: LaneBackend): readonly FieldGroup[] {
  return backend === "repository" ? REPOSITORY_FIELDS : LEDGER_FIELDS;
}

/** A setting's value as one writes it. */
export function writeSetting({ most }: Pick<Field, "most">, value: number): string {
  return most === undefined ? writeSpan(value) : value.toLocaleString("en-US");
}

/** What somebody wrote as a setting: its value, null for the standard one; text tells what is wrong. */
export function readSetting({ name, most }: Field, text: string): number | null | string {
  if (text.trim() === "") return null;
  const value = most === undefined ? readSpan(text) : readCount(text, most);
  return value === STANDARD[name] ? null : value;
}

function readCount(text: string, most: number): number | string {
  const value = Number(text.replaceAll(",", ""));
  return Number.isInteger(value) && value >= 1 && value <= most
    ? value
    : `A whole number from 1 to ${most.toLocaleString("en-US")}.`;
}
