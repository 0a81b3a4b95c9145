import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, PEOPLE, type Product, startProduct } from "../../e2e/setup/product.ts";
import { makeToken } from "../factories/make-token.ts";
import { until } from "../pipeline/until.ts";
import { type CurlAnswer, runCurl } from "./curl.ts";
import { BIG_BYTES, NAMES, sha256, writeFiles } from "./curl-files.ts";
import { parseXml, textsOf } from "./parse-xml.ts";

/*
 * Scripts written for Merritt, run by curl against the product as it runs in production, with only the host changed.
 * S1 to S12 are the scenarios of Merritt's own integration tests, restated.
 */

let product: Product;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  product = await startProduct({ mail: false });
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-curl-"));
  const { id } = await product.db.user.findUniqueOrThrow({ where: { email: PEOPLE.depositor } });
  const operator = await product.db.user.findUniqueOrThrow({ where: { email: PEOPLE.operator } });
  env = {
    LOGIN: `${PEOPLE.depositor}:${PASSWORD}`,
    WRONG: `${PEOPLE.depositor}:wrong horse battery`,
    TOKEN: await makeToken(product.db, id),
    OPERATOR: `ops:${await makeToken(product.db, operator.id)}`,
  };
  await writeFiles(product.source, folder);
}, 300_000);

afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const curl = (line: string): Promise<CurlAnswer> => runCurl(line, { host: product.url, env, folder });

type Job = { readonly [name: string]: string | number };
type Told = {
  "bat:batchState": { "bat:batchStatus": string; "bat:batchStatusMessage"?: string; "bat:jobStates": Job[] };
};

/** The id of an accepted batch, from the header; its state says so too. */
function accepted({ status, headers, body }: CurlAnswer): string {
  expect([status, status === 200 || body]).toEqual([200, true]);
  const id = headers.get("bid") ?? "";
  expect(id).toMatch(/^bid-[0-9a-f-]{36}$/);
  expect(headers.get("hostname")).toBe("127.0.0.1");
  if (body.startsWith("<")) {
    expect(textsOf(parseXml(body), "bat:batchID")).toEqual([id]);
    expect(textsOf(parseXml(body), "bat:batchStatus")).toEqual(["QUEUED"]);
  } else
    expect(JSON.parse(body)).toMatchObject({
      "bat:batchState": { "bat:batchID": id, "bat:batchStatus": "QUEUED" },
    });
  return id;
}

/** The batch's jobs once the look-up says that it has ended well. */
async function completed(answer: CurlAnswer): Promise<Job[]> {
  const id = accepted(answer);
  let jobs: Job[] = [];
  await until(async () => {
    const { status, body } = await curl(
      `curl -u "$LOGIN" "https://merritt.cdlib.org/poster/state/queue/${id}?t=json"`,
    );
    expect([status, body.slice(0, 1)]).toEqual([200, "{"]);
    const { "bat:batchState": batch } = JSON.parse(body) as Told;
    jobs = batch["bat:jobStates"];
    return (
      batch["bat:batchStatus"] === "COMPLETED" ||
      `${batch["bat:batchStatus"]} ${batch["bat:batchStatusMessage"]}`
    );
  }, 120_000);
  return jobs;
}

describe("curl lines written for Merritt", () => {
  // Merritt answers with the job that has ended; here every deposit is queued and looked up.
  it("S1 an object manifest becomes one object", async () => {
    const jobs = await completed(
      await curl(
        'curl -u "$LOGIN" https://merritt.cdlib.org/poster/submit -F "file=@mock.checkm" -F "type=manifest" -F "profile=maps_content" -F "submitter=integration-tests" -F "responseForm=json"',
      ),
    );
    expect(jobs).toMatchObject([
      { "bat:jobStatus": "COMPLETED", "bat:jobStatusMessage": "Success", "bat:packageName": "mock.checkm" },
    ]);
  });

  // Merritt fetches the manifests of a batch before it makes jobs; here each job fetches its own.
  it("S2 a batch of manifests becomes three objects", async () => {
    const jobs = await completed(
      await curl(
        'curl -u "$LOGIN" https://merritt.cdlib.org/poster/submit -F "file=@batch.checkm" -F "type=batch-manifest" -F "profile=maps_content" -F "responseForm=xml"',
      ),
    );
    expect(jobs.map((job) => [job["bat:packageName"], job["bat:jobStatus"]])).toEqual([
      ["object-0.checkm", "COMPLETED"],
      ["object-1.checkm", "COMPLETED"],
      ["object-2.checkm", "COMPLETED"],
    ]);
  });

  it("S3 a batch of files becomes three objects, with the manifest's ids and titles", async () => {
    const jobs = await completed(
      await curl(
        'curl -u "x:$TOKEN" -F "type=single-file-batch-manifest" -F "profile=maps" -F "file=@files.checkm" https://merritt.cdlib.org/poster/add/',
      ),
    );
    expect(jobs.map((job) => [job["bat:localID"], job["bat:objectTitle"], job["bat:versionID"]])).toEqual(
      NAMES.map((name) => [`local-${name}`, `Title of ${name}`, 1]),
    );
  });

  it("S4 a single file becomes an object; XML by default", async () => {
    const answer = await curl(
      'curl -H "Authorization: Bearer $TOKEN" https://merritt.cdlib.org/poster/submit -F file=@foo.txt -F type=file -F profile=maps_content -F "title=A <foo> & more"',
    );
    expect(answer.headers.get("content-type")).toBe("text/xml; charset=utf-8");
    const [job] = await completed(answer);
    expect(job).toMatchObject({
      "bat:objectTitle": "A <foo> & more",
      "bat:primaryID": expect.stringMatching(/^ark:\//),
    });
  });

  // Merritt unpacks by the name's ending; here the name or the type says that it is a container, its first bytes which.
  it("S5 a zip becomes one object of the files in it", async () => {
    const [job] = await completed(
      await curl(
        'curl -u "$LOGIN" https://merritt.cdlib.org/poster/submit -F "file=@foo.zip" -F "type=container" -F "profile=maps_content" -F "responseForm=json"',
      ),
    );
    const ark = String(job?.["bat:primaryID"]);
    const version = await product.db.objectVersion.findFirstOrThrow({
      where: { object: { ark } },
      include: { files: { where: { path: { startsWith: "producer/" } }, orderBy: { path: "asc" } } },
    });
    expect(version.files.map(({ path: name, sha256: digest }) => [name, digest])).toEqual([
      ["producer/folder/test.txt", sha256("another foo")],
      ["producer/foo.txt", sha256("foo")],
    ]);
  });

  it("S10 a digest in upper case is accepted, another one refused", async () => {
    // MD5 of "foo"
    const line = (value: string) =>
      `curl -u "$LOGIN" https://merritt.cdlib.org/poster/submit -F file=@foo.txt -F type=file -F profile=maps_content -F digestType=MD5 -F digestValue=${value}`;
    await completed(await curl(line("ACBD18DB4CC2F85CEDEF654FCCC4A4D8")));
    const { status, body } = await curl(line("0CBD18DB4CC2F85CEDEF654FCCC4A4D8"));
    expect([status, parseXml(body).name]).toEqual([400, "exc:tException.FIXITY_CHECK_FAILS"]);
  });

  // Merritt keeps the identifier as `ark/1111/2222`; here it is the ARK it stands for.
  it("S11 the address names the object, and then adds a version to it", async () => {
    const line = (verb: string, file: string) =>
      `curl -u "$LOGIN" https://merritt.cdlib.org/poster/${verb}/ark/1111/2222 -F file=@${file} -F type=file -F profile=maps_content -F responseForm=json`;
    expect(await completed(await curl(line("submit", "foo.txt")))).toMatchObject([
      { "bat:primaryID": "ark:/1111/2222", "bat:versionID": 1 },
    ]);
    expect(await completed(await curl(line("update", "test.txt")))).toMatchObject([
      { "bat:primaryID": "ark:/1111/2222", "bat:versionID": 2 },
    ]);
  });

  it("S12 the form names the object, at the address depositors' scripts use", async () => {
    const [first] = await completed(
      await curl(
        'curl -u "$LOGIN" -F "file=@foo.txt" -F "type=file" -F "responseForm=json" -F "profile=maps_content" https://merritt.cdlib.org/object/ingest',
      ),
    );
    const ark = first?.["bat:primaryID"];
    const [second] = await completed(
      await curl(
        `curl -u "$LOGIN" -F "file=@test.txt" -F "primaryIdentifier=${ark}" -F "retainTargetURL=true" -F "responseForm=json" -F "profile=maps_content" https://merritt.cdlib.org/object/update`,
      ),
    );
    expect(second).toMatchObject({ "bat:primaryID": ark, "bat:versionID": 2 });
  });

  it.each(["ingest/poster/submit", "ingest/submit"])(
    "go to /%s as Merritt's servers have it, with a ; in a value",
    async (address) => {
      const line = `curl -u "$LOGIN" https://merritt.cdlib.org/${address} -F file=@foo.txt -F type=file -F profile=maps_content --form-string "localIdentifier=${address};harbour-3"`;
      const [job] = await completed(await curl(line));
      expect(job).toMatchObject({ "bat:localID": expect.stringContaining("harbour-3") });
      const nothing = await curl('curl -u "$LOGIN" https://merritt.cdlib.org/ingest/nothing/here');
      expect([nothing.status, parseXml(nothing.body).name]).toEqual([
        404,
        "exc:tException.REQUESTED_ITEM_NOT_FOUND",
      ]);
    },
  );

  it("take a file larger than a proxy would let through, whole", async () => {
    const digest = sha256(Buffer.alloc(BIG_BYTES, "0123456789abcdef"));
    await completed(
      await curl(
        `curl -u "$LOGIN" https://merritt.cdlib.org/poster/submit/ -F file=@big.bin -F type=file -F profile=maps_content -F size=${BIG_BYTES} -F digestType=SHA-256 -F digestValue=${digest}`,
      ),
    );
  });

  it("may be an operator's for somebody else", async () => {
    const id = accepted(
      await curl(
        'curl -u "$OPERATOR" https://merritt.cdlib.org/poster/submit -F file=@foo.txt -F type=file -F profile=maps_content -F "submitter=bo/Bo Depositor"',
      ),
    );
    expect((await product.db.batch.findUniqueOrThrow({ where: { id } })).submitter).toBe("bo/Bo Depositor");
  });
});

describe("curl lines that go wrong", () => {
  const submit = 'https://merritt.cdlib.org/poster/submit -F "file=@foo.txt" -F "type=file"';

  it.each([
    ["a wrong password", `curl -u "$WRONG" ${submit} -F profile=maps_content`, 401, "USER_NOT_AUTHENTICATED"],
    ["nobody", `curl ${submit} -F profile=maps_content`, 401, "USER_NOT_AUTHENTICATED"],
    [
      "a wrong profile",
      `curl -u "$LOGIN" ${submit} -F profile=nowhere_content`,
      404,
      "REQUESTED_ITEM_NOT_FOUND",
    ],
    ["no profile", `curl -u "$LOGIN" ${submit}`, 400, "REQUEST_INVALID"],
    [
      "no file",
      'curl -u "$LOGIN" https://merritt.cdlib.org/poster/submit -F profile=maps_content',
      400,
      "REQUEST_INVALID",
    ],
    [
      "no form",
      'curl -u "$LOGIN" https://merritt.cdlib.org/poster/submit -d profile=maps_content',
      415,
      "REQUEST_ELEMENT_UNSUPPORTED",
    ],
    [
      "a bad manifest",
      'curl -u "$LOGIN" https://merritt.cdlib.org/poster/submit -F "file=@bad.checkm" -F type=object-manifest -F profile=maps_content',
      400,
      "REQUEST_INVALID",
    ],
    [
      "another address",
      'curl -u "$LOGIN" https://merritt.cdlib.org/poster/destroy -F "file=@foo.txt"',
      404,
      "REQUESTED_ITEM_NOT_FOUND",
    ],
  ])("with %s are told so in XML and in JSON", async (_, line, code, name) => {
    const xml = await curl(line);
    expect([xml.status, parseXml(xml.body).name]).toEqual([code, `exc:tException.${name}`]);
    expect(textsOf(parseXml(xml.body), "exc:error")).toEqual([expect.stringMatching(/\.$/)]);
    expect(xml.headers.get("www-authenticate")?.startsWith("Basic ")).toBe(code === 401 ? true : undefined);
    const json = await curl(line.replace("curl ", 'curl -H "Accept: application/json" '));
    expect([json.status, Object.keys(JSON.parse(json.body))]).toEqual([code, [`exc:tException.${name}`]]);
  });
});

describe("look-ups with curl", () => {
  it("tell of the service, the queue and one job, and of nothing that is not there", async () => {
    const answer = await curl(
      'curl -u "$LOGIN" https://merritt.cdlib.org/poster/submit -F file=@foo.txt -F type=file -F profile=maps_content',
    );
    const [job] = await completed(answer);
    const [bid, jid] = [answer.headers.get("bid"), job?.["bat:jobID"]];
    const ask = (address: string) => curl(`curl -u "$LOGIN" "https://merritt.cdlib.org/poster/${address}"`);
    const texts = async (address: string, name: string) => {
      const { status, body } = await ask(address);
      return [status, ...textsOf(parseXml(body), name)];
    };
    expect(await texts("state", "ing:submissionState")).toEqual([200, "thawed"]);
    expect((await texts("state/queue", "que:batchID")).includes(String(bid))).toBe(false);
    expect(await texts(`state/queue/${bid}`, "bat:batchStatus")).toEqual([200, "COMPLETED"]);
    expect(await texts(`state/queue/${bid}/${jid}`, "job:jobStatus")).toEqual([200, "COMPLETED"]);
    expect(await texts(`admin/bid/${bid}`, "fil:file")).toEqual([200, jid]);
    expect(await texts("admin/bids/1", "fil:file")).toContain(bid);
    expect(await texts("help", "ing:serviceName")).toEqual([200, "Waybill"]);
    expect(await texts(`state/queue/bid-0`, "exc:statusName")).toEqual([404, "REQUESTED_ITEM_NOT_FOUND"]);
    expect(await texts(`state/queue/${bid}/jid-0`, "exc:statusName")).toEqual([
      404,
      "REQUESTED_ITEM_NOT_FOUND",
    ]);
  });
});
