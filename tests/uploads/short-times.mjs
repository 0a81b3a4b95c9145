// Loaded before Next: Node's own times for requests, five minutes and one, in seconds, so that a test can see them end.
import http from "node:http";

const create = http.createServer;
const times = { connectionsCheckingInterval: 100, headersTimeout: 1500, requestTimeout: 2000 };
http.createServer = (listener) => create(times, listener);
