import { describe, expect, it } from "vitest";
import { admitUrl } from "./guard.ts";

const PORTS = [9000];

function outcome(url: string, privateSources: readonly string[] = [], hosts: readonly string[] = []): string {
  const admission = admitUrl(new URL(url), { privateSources, hosts }, PORTS);
  return admission.kind === "admitted" ? admission.policy : admission.why;
}

describe("admitUrl", () => {
  it.each([
    ["http://example.org/a"],
    ["https://example.org/a"],
    ["http://example.org:8080/"],
    ["http://example.org:8443/"],
    ["https://example.org:80/"],
    ["http://example.org:9000/"],
    ["http://93.184.215.14/"],
    ["http://user:secret@example.org/"],
  ])("admits %s as public", (url) => {
    expect(outcome(url)).toBe("public");
  });

  it.each([
    ["ftp://example.org/a", "only http and https addresses may be used"],
    ["file:///etc/passwd", "only http and https addresses may be used"],
    ["data:text/plain,a", "only http and https addresses may be used"],
    ["gopher://127.0.0.1:6379/", "only http and https addresses may be used"],
    ["http://example.org:6379/", "port 6379 may not be used"],
    ["http://example.org:22/", "port 22 may not be used"],
    ["http://127.0.0.1/", "127.0.0.1 is not a public address"],
    ["http://2130706433/", "127.0.0.1 is not a public address"],
    ["http://168.63.129.16/", "168.63.129.16 is not a public address"],
    ["http://100.100.100.200/latest/", "100.100.100.200 is not a public address"],
    ["http://169.254.169.254/latest/", "169.254.169.254 is not a public address"],
    ["http://[fd00:ec2::254]/latest/", "[fd00:ec2::254] is not a public address"],
    ["http://[::ffff:168.63.129.16]/", "[::ffff:a83f:8110] is not a public address"],
    ["http://[::ffff:127.0.0.1]/", "[::ffff:7f00:1] is not a public address"],
  ])("refuses %s", (url, why) => {
    expect(outcome(url)).toBe(why);
  });

  it.each([
    ["http://127.0.0.1:4321/a", "127.0.0.1:4321", "private"],
    ["http://localhost:4321/a", "localhost:4321", "private"],
    ["http://[::1]:4321/a", "[::1]:4321", "private"],
    ["http://intranet.example/a", "intranet.example", "private"],
    ["http://intranet.example/a", "intranet.example:80", "private"],
    ["https://intranet.example/a", "intranet.example:443", "private"],
    ["http://intranet.example:6379/a", "intranet.example", "port 6379 may not be used"],
    ["http://127.0.0.1:4322/a", "127.0.0.1:4321", "port 4322 may not be used"],
    ["http://127.0.0.2:8080/a", "127.0.0.1:8080", "127.0.0.2 is not a public address"],
    ["http://localhost:8080/a", "127.0.0.1:8080", "public"],
    ["http://168.63.129.16/a", "168.63.129.16", "metadata"],
    ["http://169.254.169.254/a", "169.254.169.254:80", "metadata"],
    ["http://[fd00:ec2::254]/a", "[fd00:ec2::254]", "metadata"],
    ["http://100.100.100.200/a", "168.63.129.16", "100.100.100.200 is not a public address"],
    ["http://metadata.example/a", "metadata.example", "private"],
    ["https://127.0.0.1:80/a", "127.0.0.1:443", "127.0.0.1 is not a public address"],
  ])("takes %s with the private source %s: %s", (url, entry, expected) => {
    expect(outcome(url, [entry])).toBe(expected);
  });

  it.each([
    ["http://example.org/", ["example.org"], "public"],
    ["http://EXAMPLE.org/", ["Example.Org"], "public"],
    ["http://data.example.org/", [".example.org"], "public"],
    ["http://example.org/", [".example.org"], "public"],
    ["http://data.example.org/", ["example.org"], "this collection takes no files from data.example.org"],
    ["http://notexample.org/", [".example.org"], "this collection takes no files from notexample.org"],
    [
      "http://example.org.evil.example/",
      [".example.org"],
      "this collection takes no files from example.org.evil.example",
    ],
    ["http://example.org./", ["example.org"], "this collection takes no files from example.org."],
    ["http://other.example/", ["example.org", "other.example"], "public"],
  ])("takes %s with the hosts %j: %s", (url, hosts, expected) => {
    expect(outcome(url, [], hosts)).toBe(expected);
  });

  it("keeps the list of hosts above the list of private sources", () => {
    expect(outcome("http://127.0.0.1:4321/", ["127.0.0.1:4321"], ["example.org"])).toContain(
      "takes no files",
    );
  });
});
