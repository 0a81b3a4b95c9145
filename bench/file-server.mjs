// A plain file source in a process of its own: /small/<anything> answers 1 KB, /big the file named on the command line.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";

const [big] = process.argv.slice(2);
const small = Buffer.alloc(1024, "waybill ");

const server = createServer((request, response) => {
  const isHead = request.method === "HEAD";
  if (request.url === "/big" && big) {
    response.writeHead(200, { "content-length": statSync(big).size });
    if (isHead) response.end();
    else createReadStream(big, { highWaterMark: 1_048_576 }).pipe(response);
    return;
  }
  response.writeHead(200, { "content-length": small.length });
  response.end(isHead ? undefined : small);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
