/** What to tell somebody whose sign-in was refused. It never says whether the address is known. */
export function refusal(status: number, code: string): string {
  if (status === 0) return "Waybill cannot be reached. Check the connection, then try again.";
  if (status === 429) return "Too many tries in a short time. Wait a minute, then try again.";
  if (code.includes("ORIGIN")) {
    return "This address is not the one Waybill is set up for. Open it at its own address (PUBLIC_URL) and sign in there.";
  }
  if (code === "BANNED_USER") return "This account is closed. An admin can reopen it.";
  if (status === 400 || status === 401 || status === 403) return "E-mail or password is wrong.";
  return "Signing in does not work right now. Try again in a minute; if it continues, an operator can find the cause in the log.";
}
