/** A line that decides something a document of the product asks for, and what is put in its place. */
export type DecidingLine = {
  /** What nobody would get any more. */
  readonly sentence: string;
  readonly file: string;
  /** Text that stands in the file once. */
  readonly find: string;
  readonly replace: string;
  /** What has to change beside it to make the old way of it. */
  readonly also?: readonly { readonly find: string; readonly replace: string }[];
  /** Files of tests, at least one of which has to fail. */
  readonly tests: readonly string[];
};

const EXPAND = "operations/batch/expand.ts";
const EXPAND_TESTS = ["operations/batch/expand.db.test.ts"];
const SPACE_TESTS = ["operations/stage/space.db.test.ts"];
const AT_ONCE_TESTS = ["operations/stage/several-at-once.db.test.ts"];
const LEASE_TESTS = ["prisma/store/lease/lease.db.test.ts", "prisma/store/lease/turn.db.test.ts"];
const LANE_TESTS = [
  "prisma/store/lane/queuer.db.test.ts",
  "operations/turn/work.db.test.ts",
  "operations/turn/answers.db.test.ts",
  "operations/turn/held-in-line.db.test.ts",
  "operations/turn/ends-and-waits.db.test.ts",
];

/**
 * The lines outside of core/ that the documents of the job queue, of claims and of ledgers rest on; those of core/ are
 * mutated by Stryker. A line that is changed on purpose is changed here too: the runner ends when it does not find one.
 */
export const DECIDING_LINES: readonly DecidingLine[] = [
  {
    sentence: "The one job of a corrupt object manifest is born Failed.",
    file: EXPAND,
    find: "isManifestKind(batch.kind) ? await checkTrust(expanding, batch.kind) : undefined",
    replace: "undefined as Awaited<ReturnType<typeof checkTrust>>",
    tests: EXPAND_TESTS,
  },
  {
    sentence: "A batch whose manifest is corrupt by the time its jobs are made is Failed with the reason.",
    file: EXPAND,
    find: "if (fault) throw fault;",
    replace: "",
    tests: EXPAND_TESTS,
  },
  {
    sentence: "Small batches have a higher priority than large ones.",
    file: EXPAND,
    find: "const priority = priorityOf(rows, expanding.settings.priority);",
    replace: "const priority = priorityOf(1, expanding.settings.priority);",
    tests: EXPAND_TESTS,
  },
  {
    sentence: "The space a job needs is counted anew once its files are there.",
    file: "operations/stage/downloading.ts",
    find: "await correctSpace(ctx.db, job.id, fence, bytes);",
    replace: "",
    tests: SPACE_TESTS,
  },
  {
    sentence: "A job that is resumed asks for its space again.",
    file: "operations/stage/downloading.ts",
    find: "if (job.spaceReserved === 0n) {",
    replace: "if (job.spaceReserved < 0n) {",
    tests: SPACE_TESTS,
  },
  {
    sentence: "Sizes are asked for several at once.",
    file: "operations/stage/estimating.ts",
    find: "const LOOKS_AT_ONCE = 8;",
    replace: "const LOOKS_AT_ONCE = 1;",
    tests: AT_ONCE_TESTS,
  },
  {
    sentence: "Files are fetched several at once.",
    file: "operations/stage/downloading.ts",
    find: "input.ctx.env.FILES_PER_JOB",
    replace: "1",
    tests: AT_ONCE_TESTS,
  },
  {
    sentence: "A local id that stands for another ARK fails the job.",
    file: "operations/stage/identify.ts",
    find: 'if (choice.kind === "conflict") throw new WaybillError("local_id_conflict", choice.message);',
    replace: 'if (choice.kind === "conflict") return undefined;',
    tests: ["operations/stage/local-ids.db.test.ts"],
  },
  {
    sentence: "Claims whose holders are dead are taken away.",
    file: "prisma/store/lane/turn.ts",
    find: "lease_until < clock_timestamp() AND",
    replace: "FALSE AND",
    tests: [
      "prisma/store/attempt/attempt.db.test.ts",
      "prisma/store/attempt/serial.db.test.ts",
      "prisma/store/lease/locked.db.test.ts",
    ],
  },
  {
    sentence: "A claim somebody has is nobody else's.",
    file: "prisma/store/lease.ts",
    find: `AND \${freeOf(leased)} AND \${rowsOf(leased, { busy, tasks })}\`;\n  const [answer]`,
    replace: `AND \${rowsOf(leased, { busy, tasks })}\`;\n  const [answer]`,
    tests: LEASE_TESTS,
  },
  {
    sentence: "Whoever lost its claim changes nothing any more.",
    file: "prisma/store/lease.ts",
    find: "        fence = fence + 1,",
    replace: "        fence = fence + 0,",
    tests: LEASE_TESTS,
  },
  {
    sentence: "A step of a task is kept by whoever has the task, and nobody else.",
    file: "prisma/store/task/step.ts",
    find: `AND fence = \${fence} AND lease_owner IS NOT NULL FOR NO KEY UPDATE`,
    replace: "FOR NO KEY UPDATE",
    tests: ["operations/task/lanes.db.test.ts"],
  },
  {
    sentence: "A task waits for those before it in its lane.",
    file: "prisma/store/task/lane.ts",
    find: `AND \${STANDS_BEFORE})`,
    replace: "AND FALSE)",
    tests: ["operations/task/lanes.db.test.ts"],
  },
  {
    sentence: "Jobs come by their turn.",
    file: "prisma/store/lease.ts",
    find: "job: Prisma.sql`turn_at`,",
    replace: "job: Prisma.sql`due_at`,",
    tests: LEASE_TESTS,
  },
  {
    sentence: "A serial lane begins one batch at a time.",
    file: "prisma/store/lane/rule.ts",
    find: "OR NOT EXISTS (SELECT FROM locking WHERE state <> 'Held'))",
    replace: "OR TRUE)",
    tests: LANE_TESTS,
  },
  {
    sentence: "Batches of a lane are begun in the order they were accepted.",
    file: "prisma/store/lane/rule.ts",
    find: "ORDER BY lane_seq\n      LIMIT CASE",
    replace: "ORDER BY lane_seq DESC\n      LIMIT CASE",
    tests: LANE_TESTS,
  },
  {
    sentence: "A lane that is told to begins no batch without its position.",
    file: "prisma/store/lane/rule.ts",
    find: `WHERE (\${STARTS_POSITIONED}) IS NOT TRUE OR `,
    replace: "WHERE TRUE OR ",
    tests: LANE_TESTS,
  },
  {
    sentence: "A held batch holds those behind it in a serial lane.",
    file: "prisma/store/lane/rule.ts",
    find: `WHEN lane.ordering = 'serial' THEN state = 'Held'`,
    replace: `WHEN lane.ordering = 'serial' THEN false`,
    tests: LANE_TESTS,
  },
  {
    sentence: "A delayed batch waits until its window has ended.",
    file: "prisma/store/lane/rule.ts",
    find: "AND delayed_until <= clock_timestamp())",
    replace: ")",
    tests: LANE_TESTS,
  },
  {
    sentence: "Nothing is begun while the lane is held or halted.",
    file: "prisma/store/lane/rule.ts",
    find: "lane.held_at IS NULL AND lane.halted_at IS NULL`",
    replace: "TRUE`",
    tests: LANE_TESTS,
  },
  {
    sentence: "A batch of a held collection goes to Held.",
    file: "operations/turn/hand-over.ts",
    find: 'if (reason !== null && begun.state === "Pending") {',
    replace: 'if (reason !== null && begun.state === "Held") {',
    tests: [...LANE_TESTS, "tests/holds/release.db.test.ts"],
  },
  {
    sentence: "A batch is Delayed while working storage is too full.",
    file: "operations/turn/hand-over.ts",
    find: "} else if (!isOpen) {",
    replace: "} else if (isOpen === undefined) {",
    tests: LANE_TESTS,
  },
  {
    sentence: "A batch the ledger is done with ends.",
    file: "operations/turn/write-standing.ts",
    find: "if (isFinalStatus(change.status)) await endBatch(tx, batchId, change);",
    replace: "if (isFinalStatus(change.status)) void endBatch;",
    tests: LANE_TESTS,
  },
  {
    sentence: "An answer that came too late is kept and changes nothing.",
    file: "operations/turn/submit.ts",
    find: "await keepLateAnswer(ctx.db, answer);",
    replace: "void keepLateAnswer;",
    tests: LANE_TESTS,
  },
  {
    sentence: "A batch is reported when all its jobs have ended.",
    file: "prisma/store/batch/wake.ts",
    find: "ended} OFFSET 0)`;",
    replace: "ended} AND job.state <> 'Pending' OFFSET 0)`;",
    tests: ["prisma/store/batch/wake-if-jobs-ended.db.test.ts"],
  },
  {
    sentence: "A job of a held collection goes to Held before it does anything.",
    file: "operations/stage/pending.ts",
    find: "job.hold === null ?",
    replace: "job.id !== null ?",
    tests: ["tests/holds/release.db.test.ts", "tests/holds/job.db.test.ts"],
  },
  {
    sentence: "The object is free for the next job once this one is recorded.",
    file: "operations/stage/notify.ts",
    find: "await finishObject(tx, job.id, fence);",
    replace: "void finishObject;",
    tests: ["tests/pipeline/one-connection.db.test.ts"],
  },
  {
    sentence: "The object of a small job is free for the next job with its record.",
    file: "operations/stage/recording.ts",
    find: "isLast: placed?.isSmall ?? false,",
    replace: "isLast: false,",
    tests: ["operations/stage/object-order.db.test.ts", "tests/acceptance/locks.db.test.ts"],
  },
  {
    sentence: "A version that may be in place keeps its object.",
    file: "prisma/store/object/identity.ts",
    find: "step IN ('place', 'store')",
    replace: "step = 'store'",
    tests: ["operations/stage/placing.db.test.ts"],
  },
  {
    sentence: "A re-run counts as one.",
    file: "operations/job/resume.ts",
    find: "requeue: true,",
    replace: "requeue: false,",
    tests: ["tests/pipeline/retry-use-case.db.test.ts", "operations/stage/space.db.test.ts"],
  },
  {
    sentence: "A batch's place in its lane is its own.",
    file: "prisma/store/batch/accept.ts",
    find: "UPDATE lane SET next_seq = next_seq + 1, touched",
    replace: "UPDATE lane SET next_seq = next_seq, touched",
    tests: ["operations/batch/expand.db.test.ts"],
  },
  {
    sentence: "The submitter gets the report of a deposit.",
    file: "operations/report/read.ts",
    find: "isDeposit ? await findEmail(tx, submitterId) : undefined",
    replace: "isDeposit ? undefined : await findEmail(tx, submitterId ?? '')",
    tests: ["operations/report/recipients.db.test.ts"],
  },
  {
    sentence:
      "A folder is set aside while its row is locked, so that no old sweep takes a resume's new files.",
    file: "operations/upkeep/remove-folders.ts",
    find: "for (const id of given) {\n        const aside = await working.setAside(kind, id);\n        if (aside !== undefined) moved.set(id, aside);\n      }",
    replace: "",
    also: [
      {
        find: "// the sweep removes what cannot be removed now",
        replace:
          "for (const id of ids) {\n    const aside = await working.setAside(kind, id);\n    if (aside !== undefined) moved.set(id, aside);\n  }",
      },
    ],
    tests: ["tests/storage/removal.db.test.ts"],
  },
  {
    sentence: "A mail server that hangs stops no batch: mails have a line of their own.",
    file: "worker/lines.ts",
    find: 'line("upkeep", "batch", BATCHES_AT_ONCE, FEW),\n    line("mails", "mail", MAILS_AT_ONCE, 1),',
    replace: '{ ...line("upkeep", "batch", BATCHES_AT_ONCE, FEW), kinds: ["batch", "mail"] },',
    tests: ["tests/faults/lines.long.test.ts"],
  },
  {
    sentence: "A mail is tried again by the database's clock.",
    file: "prisma/store/outbox/mail.ts",
    find: `due_at = clock_timestamp() + \${retry.pauseMs}::float8 * interval '1 millisecond',`,
    replace: `due_at = \${new Date(Date.now() + retry.pauseMs)},`,
    tests: ["tests/faults/lines.long.test.ts"],
  },
];
