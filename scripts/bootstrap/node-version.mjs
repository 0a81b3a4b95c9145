const LEAST = [20, 19];

/** Ends the process with a sentence when Node.js is too old for what follows. */
export function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  console.error(`Waybill needs Node.js ${LEAST.join(".")} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
