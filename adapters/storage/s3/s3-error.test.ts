import { type AddressInfo, createServer } from "node:net";
import { HeadBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, it } from "vitest";
import { asS3Error } from "./s3-error.ts";

it("names a server that closes the connection as one that may take https alone", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.end()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
    maxAttempts: 1,
  });
  const error = await client.send(new HeadBucketCommand({ Bucket: "waybill" })).then(
    () => undefined,
    (reason: unknown) => asS3Error(reason, "waybill"),
  );
  client.destroy();
  server.close();
  expect(error).toMatchObject({
    code: "storage_unavailable",
    message:
      "The S3 storage does not answer (ECONNRESET). It closed the connection, as an https-only server does when S3_ENDPOINT begins with http.",
  });
});
