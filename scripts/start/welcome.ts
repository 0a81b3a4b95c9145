import path from "node:path";

export interface Welcome {
  readonly address: string;
  readonly adminEmail: string;
  /** Only at the first start. */
  readonly adminPassword: string | undefined;
  readonly data: string;
  readonly seconds: string;
}

/** What a person who started Waybill needs to know. */
export function welcome({ address, adminEmail, adminPassword, data, seconds }: Welcome): string {
  const rows = [
    ["Address", address],
    ["Sign in as", adminEmail],
    adminPassword === undefined ? undefined : ["Password", `${adminPassword}  (shown only this once)`],
    ["Data", path.relative(process.cwd(), data) || data],
    ["Stop", "Ctrl-C"],
  ];
  const lines = rows
    .filter((row) => row !== undefined)
    .map(([name = "", value]) => `  ${name.padEnd(12)}${value}`);
  return `\nWaybill is ready after ${seconds} s.\n\n${lines.join("\n")}\n`;
}
