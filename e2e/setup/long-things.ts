import { randomUUID } from "node:crypto";
import type { Db } from "../../prisma/client.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCallback } from "../../tests/factories/make-callback.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeEvent } from "../../tests/factories/make-event.ts";
import { makeFile } from "../../tests/factories/make-file.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makeMail } from "../../tests/factories/make-mail.ts";
import { makeObject } from "../../tests/factories/make-object.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { makeReport } from "../../tests/factories/make-report.ts";
import { PEOPLE } from "./product.ts";

/** A word of 200 letters, which no browser breaks by itself. */
const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitaen".repeat(5).slice(0, 200);
const SENTENCE = `The source has no such file: ${LONG_WORD} of ${LONG_WORD}.`;
const SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/** One of everything with the longest names it can have, in no hands of a worker's. @returns the paths of their own pages */
export async function makeLongThings(db: Db): Promise<string[]> {
  const held = { at: new Date(), by: LONG_WORD.slice(0, 60), reason: SENTENCE };
  const slug = `s${randomUUID()}`.slice(0, 30).padEnd(60, "g");
  const collection = await makeCollection(db, { slug, name: LONG_WORD, held });
  const serviceId = `lane-${LONG_WORD.slice(0, 55).toLowerCase()}`;
  await db.lane.update({
    where: { id: collection.laneId },
    data: { serviceId, heldAt: held.at, heldBy: held.by, heldReason: SENTENCE },
  });
  const batchId = await makeBatch(db, collection, "Failed", {
    deposit: { title: LONG_WORD },
    payloadFilename: `${LONG_WORD}.zip`,
    submitter: LONG_WORD,
    submissionStatus: "Invalid",
    submitted: true,
  });
  await makeBatch(db, collection, "Held", { deposit: {}, payloadFilename: LONG_WORD, waitReason: SENTENCE });
  const jobId = await makeJob(db, batchId, "Failed", {
    title: LONG_WORD,
    filename: `${LONG_WORD}.tif`,
    localIds: [LONG_WORD, "another"],
    creator: LONG_WORD,
    submitter: LONG_WORD,
    ark: "ark:/99999/fk4longnamesare8",
    errorMessage: SENTENCE,
  });
  await makeFile(db, jobId, {
    name: `${LONG_WORD}/${LONG_WORD}`,
    url: `https://files.example.org/${LONG_WORD}`,
  });
  await makeFile(db, jobId, {
    name: LONG_WORD,
    size: 3n,
    sha256: SHA256,
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    verifiedAt: new Date(),
  });
  await makeEvent(db, { batchId, actor: LONG_WORD });
  await makeReport(db, batchId, { [`${LONG_WORD.slice(0, 100)}.csv`]: "x" });
  const mailId = await makeMail(db, { batchId, subject: LONG_WORD });
  await db.outbox.update({ where: { id: mailId }, data: { status: "Failed", lastError: SENTENCE } });
  const callbackId = await makeCallback(db, { batchId, jobId });
  await db.outbox.update({ where: { id: callbackId }, data: { lastError: SENTENCE } });
  const objectId = await makeObject(db, collection, {
    title: LONG_WORD,
    localIds: [LONG_WORD],
    files: [`producer/${LONG_WORD}`],
  });
  await db.attempt.create({
    data: {
      laneId: collection.laneId,
      batchId,
      fence: 1n,
      instance: `worker-${LONG_WORD.slice(0, 60)}`,
      deadlineAt: new Date(),
      settlesAt: new Date(),
      answeredAt: new Date(),
      outcome: "rejected",
      ledgerCode: "LONG",
      httpStatus: 400,
      message: SENTENCE,
    },
  });
  const person = await makePerson(db, "depositor", [collection]);
  await db.user.update({
    where: { id: person.id },
    data: { name: LONG_WORD, email: `${LONG_WORD.slice(0, 64).toLowerCase()}@${"d".repeat(60)}.example.org` },
  });
  const admin = await db.user.findFirstOrThrow({ where: { email: PEOPLE.admin } });
  for (const userId of [admin.id, person.id])
    await db.apiToken.create({
      data: {
        id: randomUUID(),
        userId,
        name: LONG_WORD.slice(0, 100),
        hash: randomUUID(),
        hint: "abcd",
        scopes: ["read", "deposit", "operate", "configure"],
      },
    });
  const lane = `/lanes/${encodeURIComponent(serviceId)}`;
  return [
    `/batches/${batchId}`,
    `/jobs/${jobId}`,
    `/objects/${objectId}`,
    lane,
    `${lane}/settings`,
    `/mail/${mailId}`,
    `/collections/${slug}`,
    `/people/${person.id}`,
    `/deposit?collection=${slug}`,
    `/batches?collection=${slug}`,
  ];
}
