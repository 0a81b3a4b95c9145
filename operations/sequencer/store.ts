import type { CoordinationStore } from "../../core/sequencer/ports.ts";
import type { Timing } from "../../core/sequencer/timing.ts";
import type { OwnSql } from "../../prisma/connect-sql.ts";
import type { Sql } from "../../prisma/sql.ts";
import { leaveNode, publishBeat, readLatest, showNode } from "../../prisma/store/sequencer.ts";
import { GONE_MS } from "./identity.ts";

/** A connection for the sequencer alone. */
export type SequencerDb = OwnSql;

/** The register in PostgreSQL: a beat, its positions, its epoch and the news of it are one statement. */
export function postgresStore(db: Sql, timing: Timing): CoordinationStore {
  return {
    showUp: (node) => showNode(db, node, GONE_MS),
    leave: (node) => leaveNode(db, node),
    latest: () => readLatest(db, "postgres"),
    publish: (publication) => publishBeat(db, publication, timing),
  };
}
