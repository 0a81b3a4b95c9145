/** A node of a plan as EXPLAIN writes it in JSON, as far as it is read here. */
type Node = {
  readonly "Node Type": string;
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly "Subplan Name"?: string;
  readonly "CTE Name"?: string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Plan Rows": number;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Node[];
};

/** A statement that was executed. `buffers`: pages of tables and indexes it looked at, in memory or not; the same page may count often. */
export type Executed = { readonly text: string; readonly buffers: number; readonly plan: Node };

const BEGIN = /^LOG:\s+duration: .* plan:$/;
/** PostgreSQL's own word for a line of a message that goes on. */
const GOES_ON = "\t";
const MARK = "SELECT 'all that came before'";

/** Reads what auto_explain writes into a server's log. `take`: hears its lines; `mark`: a statement to be executed last. */
export function openPlanLog() {
  const executed: Executed[] = [];
  let lines: string[] | undefined;
  let onMark: (() => void) | undefined;
  const end = () => {
    if (lines) executed.push(read(lines.join("\n")));
    lines = undefined;
    if (executed.at(-1)?.text === MARK) onMark?.();
  };
  return {
    mark: MARK,
    take: (line: string) => {
      if (lines && line.startsWith(GOES_ON)) {
        lines.push(line.slice(1));
        // the last line of the JSON is a brace alone
        if (line === `${GOES_ON}}`) end();
      } else lines = BEGIN.test(line.replace(/^.*?(?=LOG:)/, "")) ? [] : undefined;
    },
    untilMark: async () => {
      if (executed.at(-1)?.text !== MARK)
        await new Promise<void>((resolve) => {
          onMark = resolve;
        });
      return executed.splice(0).filter(({ text }) => text !== MARK);
    },
  };
}

function read(json: string): Executed {
  const { "Query Text": text, Plan: plan } = JSON.parse(json) as { "Query Text": string; Plan: Node };
  return { text, buffers: buffersOf(plan), plan };
}

/** What the whole statement looked at: changes in a WITH that nothing reads from are made after the rest, and count beside it. */
function buffersOf(plan: Node): number {
  const nodes = nodesOf(plan);
  const isReadFrom = new Set(nodes.map((node) => node["CTE Name"] && `CTE ${node["CTE Name"]}`));
  const beside = nodes.filter(
    (node) =>
      node["Node Type"] === "ModifyTable" && node["Subplan Name"] && !isReadFrom.has(node["Subplan Name"]),
  );
  return [plan, ...beside].reduce((sum, node) => sum + ownOf(node), 0);
}

/** The part of a plan that looks at a tenth of its pages or more: pages, node, what it reads, rows expected and found. */
export function outlineOf(plan: Node, least = ownOf(plan) / 10, indent = "  "): string {
  const { "Node Type": type, "Relation Name": table, "Index Name": index, Plans: below = [] } = plan;
  const rows = `${plan["Plan Rows"]} rows expected, ${plan["Actual Rows"]} found, ${plan["Actual Loops"]} times`;
  const words = [ownOf(plan), type, plan["Subplan Name"], table, index, `(${rows})`];
  const line = `${indent}${words.filter((word) => word !== undefined).join(" ")}`;
  const large = below.filter((node) => ownOf(node) >= least);
  return [line, ...large.map((node) => outlineOf(node, least, `${indent}  `))].join("\n");
}

/** Those below a node count in it. */
function ownOf(node: Node): number {
  return (node["Shared Hit Blocks"] ?? 0) + (node["Shared Read Blocks"] ?? 0);
}

function nodesOf(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
