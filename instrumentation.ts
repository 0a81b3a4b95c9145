/** Next calls it once when the web process starts. What needs Node lies in a file of its own, or the build for the edge complains. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") await import("./instrumentation-node.ts");
}
