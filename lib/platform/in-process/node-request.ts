import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type {
  InProcessCaller,
  InProcessRequest,
} from '../../pipeline/in-process/in-process-request.js';

/** A request of Node's on the connection of the outer request. Its body is empty: it was never bytes. */
export function nodeRequest(
  { method, path = '', queryText, headers }: InProcessRequest,
  { prefix, outer }: InProcessCaller,
): IncomingMessage {
  const message = new IncomingMessage(outer?.message.socket ?? new Socket());
  message.method = method;
  message.url = `${prefix}${path}${queryText === '' ? '' : `?${queryText}`}`;
  message.headers = headers;
  message.httpVersion = '1.1';
  message.httpVersionMajor = 1;
  message.httpVersionMinor = 1;
  message.complete = true;
  message._read = () => void message.push(null);
  // Node's own would close the connection of the outer request.
  message._destroy = (error, callback) => callback(error);
  return message;
}
