// Loaded into a server before its own code: writes down every request that reaches it, whoever answers.
import { appendFileSync } from 'node:fs';
import { Server } from 'node:http';

const file = process.env.BULKHEAD_ACCESS_LOG;
const { emit } = Server.prototype;

Server.prototype.emit = function (event, ...args) {
  if (file && event === 'request') {
    const [{ method, url }] = args;
    appendFileSync(file, `${JSON.stringify({ method, url })}\n`);
  }
  return emit.call(this, event, ...args);
};
