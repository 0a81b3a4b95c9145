import rules from "../../.dependency-cruiser.js";
import { Problem } from "../problem.ts";
import { fillBlock } from "./generated.ts";

/** What each room is, in the order of docs/architecture.md. */
const ROOMS = {
  app: "pages and routes: authorise, parse, call one verb, answer",
  components: "React parts; they know states and contracts, never the server",
  core: "rules: states, manifests, identifiers, reports, errors, ports; pure",
  operations:
    "verbs, one per file: a transaction around a decision of core; the stages are in `operations/stage`",
  prisma: "schema, SQL migrations and `prisma/store`: the only room that knows the database",
  adapters:
    "the outside world behind the ports of core (`ports.ts` there and in its folders): sources, uploads, storage, mail, callbacks",
  worker: "the second process: delivery, leases, runner; the only room that knows the queue",
  lib: "settings, log, HTTP answers",
  e2e: "browser tests",
} as const;
type Room = keyof typeof ROOMS;

/** docs/architecture.md with its table of rooms made anew from .dependency-cruiser.js. */
export function fillArchitecturePage(page: string): string {
  const rows = (Object.keys(ROOMS) as Room[]).map((room) => {
    const imports = code(
      namesIn(`room-${room}`, / may import only: (.*)\. Move /).filter((name) => name !== room),
    );
    const packages = room === "e2e" ? "any" : code(packagesOf(room));
    return `| \`${room}\` | ${ROOMS[room]} | ${imports} | ${packages} |`;
  });
  const head = "| room | what it is | may import, beside itself | npm packages |\n|---|---|---|---|";
  return fillBlock(page, "rooms", [head, ...rows].join("\n"));
}

function packagesOf(room: Room): string[] {
  return namesIn(`packages-${room}`, / these npm packages: (.*)\. Widen /)
    .filter((name) => name !== "none")
    .map((name) => name.replaceAll("\\", "").replace(/\.\*$/, "*"));
}

/** The names a rule lists in its own comment. */
function namesIn(rule: string, list: RegExp): string[] {
  const comment = rules.forbidden.find(({ name }) => name === rule)?.comment ?? "";
  const [, names] = list.exec(comment) ?? [];
  if (names === undefined)
    throw new Problem(`.dependency-cruiser.js has no rule ${rule} with its list in the comment.`);
  return names.split(", ");
}

function code(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map((name) => `\`${name}\``).join(", ");
}
