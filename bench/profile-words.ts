/** With BENCH_PROFILE, a folder, a process writes a CPU profile there when it ends. */
export function profileWords(): readonly string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder ? ["--cpu-prof", "--cpu-prof-dir", folder] : [];
}
