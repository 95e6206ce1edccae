// Loaded ahead of Express's tests: every server that an application of Express serves makes its requests
// and responses as in an application of Nest with this library.
import { writeFileSync } from 'node:fs';
import { IncomingMessage, Server } from 'node:http';
import { Server as SecureServer } from 'node:https';
import { makeExpressRequests } from '../../dist/modules/platform/express/express-classes.js';

let servers = 0;
let requests = 0;

for (const { prototype } of [Server, SecureServer]) {
  const { on } = prototype;
  prototype.on = function (event, listener) {
    const returned = on.call(this, event, listener);
    if (event === 'request' && isExpress(listener)) {
      makeExpressRequests(this, listener);
      servers++;
      countRequests(this, listener);
    }
    return returned;
  };
}

/** Counts the requests that have Express's prototype before Express takes them. */
function countRequests(server, express) {
  const { handle } = express;
  if (Object.hasOwn(handle, 'counts')) return;
  express.handle = Object.assign(
    function (request, ...rest) {
      if (Object.getPrototypeOf(request) === express.request) requests++;
      return handle.call(this, request, ...rest);
    },
    { counts: true },
  );
}

function isExpress(listener) {
  return typeof listener === 'function' && listener.request instanceof IncomingMessage;
}

process.on('exit', () => {
  const text = `with Express's prototypes on ${servers} servers and ${requests} requests`;
  if (servers > 0) writeFileSync(process.env['SUITE_COUNT'], text);
});
