import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { type S3Proxy, startS3Proxy } from "./s3-proxy.ts";

/** An S3 server on loopback with one bucket, seen through a proxy that tests make misbehave. */
export type S3Server = {
  readonly bucket: string;
  readonly endpoint: string;
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly proxy: S3Proxy;
  /** Address of the server itself, past the proxy. */
  readonly direct: string;
  close(): Promise<void>;
};

const BUCKET = "preserved";

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port }: AddressInfo = await server.run();
  const proxy = await startS3Proxy(port);
  return {
    bucket: BUCKET,
    endpoint: proxy.url,
    keys: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    proxy,
    direct: `http://127.0.0.1:${port}`,
    close: async () => {
      await proxy.close();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
