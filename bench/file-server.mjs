// A plain file source in a process of its own: /big answers the file named on the command line, any other path
// 1 KB of its own: of two files with the same bytes an object stores one.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";

const [big] = process.argv.slice(2);
const SMALL_BYTES = 1024;

const server = createServer((request, response) => {
  const isHead = request.method === "HEAD";
  if (request.url === "/big" && big) {
    response.writeHead(200, { "content-length": statSync(big).size });
    if (isHead) response.end();
    else createReadStream(big, { highWaterMark: 1_048_576 }).pipe(response);
    return;
  }
  response.writeHead(200, { "content-length": SMALL_BYTES });
  response.end(isHead ? undefined : Buffer.alloc(SMALL_BYTES, `${request.url} `));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
